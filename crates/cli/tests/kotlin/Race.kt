import kotlin.concurrent.thread

class Counter {
    var count = 0
    fun add() { count += 1 }
}

fun main() {
    val counter = Counter()
    val threads = List(2) { thread { counter.add() } }
    threads.forEach { it.join() }
    check(counter.count == 2) { "lost: ${counter.count}" }
}
