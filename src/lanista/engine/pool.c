/* Threads that share the work of a loop. A loop has some workers: pieces of work that may run in any order. A thread
   that is free takes the next one, so that a thread that has to wait for its core holds nobody up for long. The caller
   takes workers from the front and the others take them from the back: each finds most of what it needs in its own
   cache, where it worked the last time. One loop runs at a time. */
#include <stdint.h>

typedef int64_t (*Entry)(int64_t *, int64_t);

static int64_t run_one_by_one(Entry entry, int64_t *slots, int64_t workers) {
    int64_t failed = 0;
    for (int64_t worker = 0; worker < workers && !failed; worker++) failed = entry(slots, worker);
    return failed;
}

#ifdef _WIN32
__declspec(dllexport) int64_t run_workers(Entry entry, int64_t *slots, int64_t workers, int64_t threads) {
    return run_one_by_one(entry, slots, workers);
}
#else
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define MAX_THREADS 256
#define BITS 24
#define MAX_WORKERS ((1 << BITS) - 1)
/* Longer than Python takes from one loop to the next; shorter than what a hypervisor takes for a thread that hangs. */
#define SPIN_NANOSECONDS 50000
#define SPINS_PER_LOOK 32

static pthread_mutex_t loop_lock = PTHREAD_MUTEX_INITIALIZER, wait_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t offered = PTHREAD_COND_INITIALIZER, finished_all = PTHREAD_COND_INITIALIZER;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static int64_t started;

/* The workers that nobody has taken yet: how many threads take part, the first worker, and the one after the last. */
static atomic_ullong offer;
/* What describes the loop; it does not change before all workers that were taken have finished. */
static Entry current;
static int64_t *current_slots, current_workers;
static atomic_llong finished, failure;
static atomic_int sleepers, caller_sleeps;

#if defined(__x86_64__) || defined(__i386__)
#define PAUSE() __builtin_ia32_pause()
#else
#define PAUSE() atomic_signal_fence(memory_order_seq_cst)
#endif

static int64_t first_of(unsigned long long seen) { return seen >> BITS & MAX_WORKERS; }
static int64_t end_of(unsigned long long seen) { return seen & MAX_WORKERS; }
static int is_for(unsigned long long seen, int64_t thread) {
    return thread < (int64_t)(seen >> 2 * BITS) && first_of(seen) < end_of(seen);
}

static int has_work(int64_t thread) { return is_for(offer, thread); }

static int has_finished(int64_t workers) { return finished == workers; }

/* The next worker for a thread, or -1. */
static int64_t take(int64_t thread) {
    unsigned long long seen = offer;
    while (is_for(seen, thread)) {
        unsigned long long rest = thread == 0 ? seen + (1 << BITS) : seen - 1;
        if (atomic_compare_exchange_weak(&offer, &seen, rest)) return thread == 0 ? first_of(seen) : end_of(rest);
    }
    return -1;
}

static void work(int64_t thread) {
    for (int64_t worker = take(thread); worker >= 0; worker = take(thread)) {
        int64_t workers = current_workers; /* of this round: the next one may begin when the last worker is done */
        int64_t failed = current(current_slots, worker);
        if (failed) failure = failed;
        if (++finished == workers && caller_sleeps) {
            pthread_mutex_lock(&wait_lock);
            pthread_cond_signal(&finished_all);
            pthread_mutex_unlock(&wait_lock);
        }
    }
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Wait without sleeping, for a short time; whether the condition holds. */
static int spin(int (*holds)(int64_t), int64_t about) {
    int64_t deadline = nanoseconds() + SPIN_NANOSECONDS;
    do {
        for (int i = 0; i < SPINS_PER_LOOK; i++) {
            if (holds(about)) return 1;
            PAUSE();
        }
    } while (nanoseconds() < deadline);
    return 0;
}

static void *serve(void *number) {
    int64_t thread = (int64_t)(intptr_t)number;
    for (;;) {
        work(thread);
        if (spin(has_work, thread)) continue;
        pthread_mutex_lock(&wait_lock);
        sleepers++;
        while (!has_work(thread)) pthread_cond_wait(&offered, &wait_lock);
        sleepers--;
        pthread_mutex_unlock(&wait_lock);
    }
    return NULL;
}

/* Threads do not survive a fork, and locks may be held by one of them. The child has one thread when this is called. */
static void begin_after_fork(void) {
    started = sleepers = 0;
    pthread_mutex_init(&loop_lock, NULL);
    pthread_mutex_init(&wait_lock, NULL);
    pthread_cond_init(&offered, NULL);
    pthread_cond_init(&finished_all, NULL);
}

static void prepare(void) { pthread_atfork(NULL, NULL, begin_after_fork); }

/* The system may refuse a thread: the others then do its work. */
static void start_threads(int64_t threads) {
    while (started < threads - 1) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)(started + 1))) break;
        pthread_detach(thread);
        started++;
    }
}

static void publish(Entry entry, int64_t *slots, int64_t workers, int64_t threads) {
    current = entry, current_slots = slots, current_workers = workers;
    finished = 0, failure = 0, caller_sleeps = 0;
    offer = (unsigned long long)threads << 2 * BITS | (unsigned long long)workers;
    if (!sleepers) return;
    pthread_mutex_lock(&wait_lock);
    pthread_cond_broadcast(&offered);
    pthread_mutex_unlock(&wait_lock);
}

static void wait_for_others(int64_t workers) {
    if (spin(has_finished, workers)) return;
    pthread_mutex_lock(&wait_lock);
    caller_sleeps = 1;
    while (!has_finished(workers)) pthread_cond_wait(&finished_all, &wait_lock);
    pthread_mutex_unlock(&wait_lock);
}

/* Call the entry once for each worker; 0, or what a failed one returned. */
__attribute__((visibility("default")))
int64_t run_workers(Entry entry, int64_t *slots, int64_t workers, int64_t threads) {
    if (threads < 2 || workers < 2 || workers > MAX_WORKERS) return run_one_by_one(entry, slots, workers);
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    pthread_once(&prepared, prepare);
    pthread_mutex_lock(&loop_lock);
    start_threads(threads);
    publish(entry, slots, workers, threads);
    work(0);
    wait_for_others(workers);
    int64_t failed = failure;
    pthread_mutex_unlock(&loop_lock);
    return failed;
}
#endif
