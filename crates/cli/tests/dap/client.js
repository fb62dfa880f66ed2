"use strict";
// Walks through a finding with the client that VS Code's own debug adapters are tested with: node client.js JAYWALK FOLDER
const assert = require("assert");
const path = require("path");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

async function main() {
  const [jaywalk, folder] = process.argv.slice(2);
  const client = new DebugClient("node", "unused", "jaywalk", { cwd: folder });
  client.defaultTimeout = 60000;
  // It would start the adapter with node; ours is a program of its own.
  const { spawn } = require("child_process");
  const adapter = spawn(jaywalk, ["dap"], { cwd: folder });
  client.connect(adapter.stdout, adapter.stdin);
  const stopped = () => client.waitForEvent("stopped");
  const file = path.join(folder, "Lost.java");

  const about = await client.initializeRequest();
  assert(about.body.supportsStepBack);
  await Promise.all([client.waitForEvent("initialized"), client.launchRequest({ repro: "lost.jaywalk-repro" })]);
  const set = await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 7 }, { line: 900 }] });
  assert.deepStrictEqual(set.body.breakpoints.map((b) => b.verified), [true, false]);
  const entry = (await Promise.all([stopped(), client.configurationDoneRequest()]))[0];
  assert.strictEqual(entry.body.reason, "entry");

  const move = async (command) => (await Promise.all([stopped(), client.send(command, { threadId: 1 })]))[0].body;
  const line = async (threadId) => (await client.stackTraceRequest({ threadId })).body.stackFrames[0].line;
  assert.strictEqual((await move("continue")).reason, "breakpoint");
  assert.strictEqual(await line(1), 7);
  const frame = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0];
  assert.strictEqual(path.basename(frame.source.path), "Lost.java");
  const value = async (expression) => (await client.evaluateRequest({ expression, frameId: frame.id })).body.result;
  assert.strictEqual(await value("counter"), "0");
  const scopes = (await client.scopesRequest({ frameId: frame.id })).body.scopes;
  assert.deepStrictEqual(scopes.map((s) => s.name), ["Locals", "Objects"]);
  const objects = (await client.variablesRequest({ variablesReference: scopes[1].variablesReference })).body.variables;
  assert(objects.some((o) => o.name === "Lost" && o.value.includes("counter=0")), JSON.stringify(objects));

  // To the end, where it is told what is wrong, and all the way back.
  let end = await move("continue");
  while (end.reason === "breakpoint") end = await move("continue");
  assert.strictEqual(end.reason, "exception");
  assert(end.text.includes("lost: 1"), end.text);
  assert.strictEqual(await value("counter"), "1");
  assert.strictEqual((await move("stepBack")).reason, "step");
  let back = await move("reverseContinue");
  assert.strictEqual(back.reason, "breakpoint");
  while (back.reason === "breakpoint") back = await move("reverseContinue");
  const threads = (await client.threadsRequest()).body.threads;
  assert.deepStrictEqual(threads.map((t) => t.name), ["main"]);
  assert.strictEqual((await move("next")).reason, "step");

  // A condition that holds once.
  await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 9, condition: "counter == 1" }] });
  assert.strictEqual((await move("continue")).reason, "breakpoint");
  assert.strictEqual(await line(1), 9);
  await client.disconnectRequest();
  console.log("walked forwards and back");
  process.exit(0);
}

main().catch((error) => { console.error(error); process.exit(1); });
