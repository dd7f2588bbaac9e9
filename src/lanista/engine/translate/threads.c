/* Workers that wait between parallel loops. One loop runs at a time; the caller is worker 0. */
#ifdef _WIN32
static int64_t in_parallel(Entry entry, int64_t *args, int64_t workers) {
    for (int64_t worker = 0; worker < workers; worker++) {
        int64_t failed = entry(args, worker);
        if (failed) return failed;
    }
    return 0;
}
#else
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define MAX_WORKERS 256
#define SPINS 4000 /* some microseconds: shorter than waking a thread, short enough for a busy machine */

static pthread_mutex_t loop_lock = PTHREAD_MUTEX_INITIALIZER, wait_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static atomic_llong round_number, left;
static atomic_llong failure;
static Entry current;
static int64_t *current_args;
static int64_t current_workers, started;
static pid_t owner;

#if defined(__x86_64__) || defined(__i386__)
#define PAUSE() __builtin_ia32_pause()
#else
#define PAUSE() atomic_signal_fence(memory_order_seq_cst)
#endif

static void *serve(void *number) {
    int64_t worker = (int64_t)(intptr_t)number;
    long long seen = round_number - 1;
    for (;;) {
        for (int i = 0; i < SPINS && round_number == seen; i++) PAUSE();
        pthread_mutex_lock(&wait_lock);
        while (round_number == seen) pthread_cond_wait(&wake, &wait_lock);
        seen = round_number;
        Entry entry = current;
        int64_t *args = current_args, workers = current_workers; /* of this round: the next one may begin meanwhile */
        pthread_mutex_unlock(&wait_lock);
        if (worker < workers) {
            int64_t failed = entry(args, worker);
            if (failed) failure = failed;
            left--;
        }
    }
    return NULL;
}

/* Threads do not survive a fork. */
static void begin_again_after_fork(void) {
    if (owner == getpid()) return;
    owner = getpid();
    started = 0;
    pthread_mutex_init(&wait_lock, NULL);
    pthread_cond_init(&wake, NULL);
}

/* How many workers there are: fewer than asked for if the system refuses a thread. */
static int64_t start_workers(int64_t workers) {
    if (workers > MAX_WORKERS) workers = MAX_WORKERS;
    while (started < workers - 1) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)(started + 1))) break;
        pthread_detach(thread);
        started++;
    }
    return started + 1;
}

static int64_t in_parallel(Entry entry, int64_t *args, int64_t workers) {
    if (workers == 1) return entry(args, 0);
    pthread_mutex_lock(&loop_lock);
    begin_again_after_fork();
    pthread_mutex_lock(&wait_lock);
    int64_t present = workers < MAX_WORKERS ? workers : MAX_WORKERS;
    current = entry, current_args = args, failure = 0;
    present = start_workers(workers) < present ? started + 1 : present;
    current_workers = present, left = present - 1;
    round_number++;
    pthread_cond_broadcast(&wake);
    pthread_mutex_unlock(&wait_lock);
    int64_t failed = entry(args, 0);
    for (int64_t worker = present; worker < workers && !failed; worker++) failed = entry(args, worker);
    for (int i = 0; left > 0; i++) if (i < SPINS) PAUSE(); else usleep(20);
    if (!failed) failed = failure;
    pthread_mutex_unlock(&loop_lock);
    return failed;
}
#endif
