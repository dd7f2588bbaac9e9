"""One round of Overdrive, stage by stage as section 6 of the specification lists them.

Steps 4 and 7 are in `trucks`, step 6 in `driving`.
"""

from __future__ import annotations

from lanista.engine import Records, note, rule
from lanista.games.overdrive.car import (
    add_points,
    append,
    clear_states,
    crash,
    end_boost,
    finish,
    set_speed,
    take_item,
)
from lanista.games.overdrive.driving import drive
from lanista.games.overdrive.notes import Cause, Kind
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    EMP_SCORE,
    FASTER,
    INVALID_SCORE,
    LANES,
    LENGTH,
    OWNER_SHIFT,
    POWERUP_SCORE,
    POWERUP_USED,
    SEATS,
    SLOWER,
    SPEED_LIMIT,
    TOP_SPEED,
    TRUCK,
    Car,
    Command,
    Config,
    Drive,
    Happening,
    Order,
    Race,
    Surface,
    Work,
)
from lanista.games.overdrive.trucks import meet_trucks, request_truck, tweet


@rule
def step(race: Race, moves: Records[Order], config: Config, work: Work) -> None:
    """One round; both commands take effect together."""
    if race.winner >= 0:
        return
    for seat in range(SEATS):
        start_round(race.cars[seat], config, work, seat, moves[seat])
    for seat in range(SEATS):
        carry_out_command(race, config, work, seat, moves[seat])
    for seat in range(SEATS):
        stop_by_emp(race.cars[seat], work, seat)
    meet_trucks(race, work)
    collide(config, work)
    for seat in range(SEATS):
        drive(race, config, work, seat)
    tweet(race, config, work)
    race.round += 1
    if race.round >= config.max_rounds:
        finish_at_round_limit(race, config, work)
    race.winner = winner(race)


# Step 1 - start


@rule
def start_round(car: Car, config: Config, work: Work, seat: int, move: Order) -> None:
    """Store the start block, clear the state list, and charge for an invalid command."""
    plan = work.drives[seat]
    plan.start_lane = car.lane
    plan.start_block = car.block
    plan.jumping = 0
    plan.turned = 0
    plan.off_track = 1 if leads_off_track(car, move.command) else 0
    plan.hit_emp = 0
    plan.stopped = 0
    plan.put_back = 0
    plan.command = move.command
    clear_states(car)
    if is_valid(car, config, move.command, move.lane, move.block):
        car.invalid_in_row = 0
    else:
        refuse_command(car, config, work, seat)


@rule
def refuse_command(car: Car, config: Config, work: Work, seat: int) -> None:
    """An invalid command costs 5 points and acts as NOTHING, but a turn off the track still swerves (D1)."""
    plan = work.drives[seat]
    car.invalid_in_row += 1
    note(work.log, Kind.REFUSED, seat, plan.command, car.invalid_in_row)
    if not config.d1_invalid_is_free:
        add_points(car, work, seat, INVALID_SCORE, Cause.INVALID)
    if config.too_many_invalid > 0 and car.invalid_in_row >= config.too_many_invalid:
        car.too_many_invalid = 1  # D10
    if not plan.off_track:
        plan.command = Command.NOTHING


@rule
def is_valid(car: Car, config: Config, command: int, lane: int, block: int) -> bool:
    """Whether a command is present, stays on the track, and uses no power-up that the car lacks."""
    if leads_off_track(car, command):
        return is_off_track_turn_valid(car, config)
    if command == Command.USE_TWEET and not (1 <= lane <= LANES and 1 <= block <= LENGTH):
        return False
    if 0 <= command < Command.MISSING:
        powerup = POWERUP_USED[command]
        return powerup == 0 or car.held[powerup] > 0
    return False


@rule
def leads_off_track(car: Car, command: int) -> bool:
    """Whether a command is a left turn in lane 1, or a right turn in the last lane."""
    if command == Command.TURN_LEFT:
        return car.lane <= 1
    return command == Command.TURN_RIGHT and car.lane >= LANES


@rule
def is_off_track_turn_valid(car: Car, config: Config) -> bool:
    """With the slips of D1 and D14, a turn off the track is a turn in the outer lane if the car has speed (S8)."""
    if not (config.d1_invalid_is_free and config.d14_off_track_is_a_turn):
        return False
    if car.boosting and car.boost_counter == 1:  # S27: a boost that runs out sets the speed before the turn
        return min(SPEED_LIMIT[car.damage], TOP_SPEED) > 0
    return car.speed > 0


# Step 2 - commands


@rule
def carry_out_command(race: Race, config: Config, work: Work, seat: int, move: Order) -> None:
    """Count down the boost, apply the command, and set the target block."""
    car = race.cars[seat]
    plan = work.drives[seat]
    run_boost(car, work, seat)
    command = plan.command
    if command == Command.NOTHING:
        append(car, Happening.NOTHING)
    elif command == Command.ACCELERATE:
        set_speed(car, work, seat, min(FASTER[car.speed], SPEED_LIMIT[car.damage]), Cause.ACCELERATED)
        append(car, Happening.ACCELERATING)
    elif command == Command.DECELERATE:
        end_boost(car, work, seat)
        set_speed(car, work, seat, SLOWER[car.speed], Cause.BRAKED)
        append(car, Happening.DECELERATING)
    elif command == Command.FIX:
        repair(car, work, seat)
    elif command == Command.TURN_LEFT or command == Command.TURN_RIGHT:  # noqa: PLR1714
        start_turn(car, config, plan)
    else:
        use_powerup(race, config, work, seat, move)
    aim(car, plan)


@rule
def run_boost(car: Car, work: Work, seat: int) -> None:
    """A boost lasts five rounds including the one it is used in; after it the speed is at most 9 (S27)."""
    if car.boosting:
        note(work.log, Kind.BOOST, seat, car.boost_counter, car.boost_counter - 1)
        car.boost_counter -= 1
        if car.boost_counter == 0:
            car.boosting = 0
            set_speed(car, work, seat, min(SPEED_LIMIT[car.damage], TOP_SPEED), Cause.BOOST_OVER)
            append(car, Happening.NOTHING)


@rule
def repair(car: Car, work: Work, seat: int) -> None:
    """Repair a damage of 2."""
    was = car.damage
    car.damage = max(0, was - 2)
    note(work.log, Kind.REPAIRED, seat, was, car.damage)
    append(car, Happening.FIXED_CAR)


@rule
def start_turn(car: Car, config: Config, plan: Drive) -> None:
    """A turn needs speed (S8); off the track it does not count as a turn (D14)."""
    if car.speed == 0:
        append(car, Happening.NOTHING)
        return
    plan.turned = 1
    if plan.off_track and not config.d14_off_track_is_a_turn:
        append(car, Happening.NOTHING)
    elif plan.command == Command.TURN_LEFT:
        append(car, Happening.TURNING_LEFT)
    else:
        append(car, Happening.TURNING_RIGHT)


@rule
def use_powerup(race: Race, config: Config, work: Work, seat: int, move: Order) -> None:
    """Using a power-up consumes it and gives 4 points, regardless of its effect (S24)."""
    car = race.cars[seat]
    command = work.drives[seat].command
    take_item(car, POWERUP_USED[command])
    note(work.log, Kind.USED, seat, POWERUP_USED[command], car.n_items)
    if command != Command.USE_LIZARD or not config.d2_lizard_scores_nothing:
        add_points(car, work, seat, POWERUP_SCORE, Cause.USED)
    if command == Command.USE_BOOST:
        boost(car, work, seat)
    elif command == Command.USE_OIL:
        spill_oil(race, work, seat)
    elif command == Command.USE_LIZARD:
        work.drives[seat].jumping = 1
        append(car, Happening.USED_LIZARD)
    elif command == Command.USE_TWEET:
        request_truck(race, seat, move.lane, move.block)
    elif command == Command.USE_EMP:
        append(car, Happening.USED_EMP)
        fire_emp(race, work, seat)


@rule
def boost(car: Car, work: Work, seat: int) -> None:
    """Drive as fast as the damage allows (S25), for five rounds including this one (S26)."""
    set_speed(car, work, seat, SPEED_LIMIT[car.damage], Cause.BOOST)
    note(work.log, Kind.BOOST, seat, car.boost_counter, BOOST_ROUNDS)
    car.boosting = 1
    car.boost_counter = BOOST_ROUNDS
    append(car, Happening.USED_BOOST)


@rule
def spill_oil(race: Race, work: Work, seat: int) -> None:
    """Oil replaces the surface under the car; the cell stores who spilled it (D8)."""
    car = race.cars[seat]
    cell = race.track[car.lane - 1, car.block - 1]
    race.track[car.lane - 1, car.block - 1] = (cell & TRUCK) | Surface.OIL_SPILL | ((seat + 1) << OWNER_SHIFT)
    note(work.log, Kind.SPILLED, seat, car.lane, car.block)
    append(car, Happening.USED_OIL)


@rule
def fire_emp(race: Race, work: Work, seat: int) -> None:
    """An EMP hits an opponent who started strictly ahead, at most one lane away (S23)."""
    plan = work.drives[seat]
    aimed = work.drives[1 - seat]
    first = max(1, plan.start_lane - 1)
    last = min(LANES, plan.start_lane + 1)
    note(work.log, Kind.FIRED_EMP, seat, plan.start_block, first, last)
    if aimed.start_block > plan.start_block and first <= aimed.start_lane <= last:
        aimed.hit_emp = 1
        add_points(race.cars[1 - seat], work, 1 - seat, EMP_SCORE, Cause.EMP)
        append(race.cars[1 - seat], Happening.HIT_EMP)


@rule
def aim(car: Car, plan: Drive) -> None:
    """The target is `speed` blocks straight ahead; a turn ends in the next lane and one block short of that."""
    plan.lane = plan.start_lane
    plan.block = min(LENGTH, plan.start_block + car.speed)
    if plan.command == Command.FIX:
        plan.block = plan.start_block
    elif plan.turned:
        aside = -1 if plan.command == Command.TURN_LEFT else 1
        plan.lane = min(LANES, max(1, plan.start_lane + aside))
        plan.block = min(LENGTH, plan.start_block + car.speed - 1)


# Step 3 - EMP


@rule
def stop_by_emp(car: Car, work: Work, seat: int) -> None:
    """A car hit by an EMP stays on its start block with speed 3 and no boost; its command still took effect."""
    plan = work.drives[seat]
    if plan.hit_emp:
        plan.lane = plan.start_lane
        plan.block = plan.start_block
        crash(car, work, seat, Cause.EMP)


# Step 5 - car against car


@rule
def collide(config: Config, work: Work) -> None:
    """Resolve rear-end, side and landing collisions, which cost only distance (S16)."""
    a = work.drives[0]
    b = work.drives[1]
    if a.lane != b.lane:
        return
    same_start = a.start_lane == b.start_lane
    rear, front = rear_and_front(a, b)
    if same_start and not a.jumping and not b.jumping and work.drives[rear].block >= work.drives[front].block:
        put_behind(work, rear, work.drives[front].block)
    elif a.block == b.block and not a.jumping and not b.jumping:
        push_apart(config, work)
    elif a.block == b.block:
        put_behind(work, loser_of_landing(config, a, b, rear), a.block)
    keep_off_block_zero(a, b)


@rule
def rear_and_front(a: Drive, b: Drive) -> tuple[int, int]:
    """The seats of the car that started behind and the one that started ahead."""
    if a.start_block < b.start_block:
        return 0, 1
    return 1, 0


@rule
def put_behind(work: Work, seat: int, block: int) -> None:
    """Stop a car one block behind another."""
    plan = work.drives[seat]
    note(work.log, Kind.PUT_BACK, seat, plan.lane, plan.block)
    plan.block = block - 1
    plan.put_back = 1


@rule
def push_apart(config: Config, work: Work) -> None:
    """Cars with the same target block return to their lanes, one block short of it (S14).

    D12: not one block short if a truck stopped one of them.
    """
    a = work.drives[0]
    b = work.drives[1]
    note(work.log, Kind.PUT_BACK, 0, a.lane, a.block)
    note(work.log, Kind.PUT_BACK, 1, b.lane, b.block)
    back = 0 if (a.stopped or b.stopped) and not config.d12_truck_moves_both_back else 1
    a.lane = a.start_lane
    a.block -= back
    a.put_back = 1
    b.lane = b.start_lane
    b.block -= back
    b.put_back = 1


@rule
def loser_of_landing(config: Config, a: Drive, b: Drive, rear: int) -> int:
    """The seat that yields when a jump ends on an occupied block: the rear car (S35) or the jumper (D6)."""
    if a.start_lane == b.start_lane:
        return rear
    if not config.d6_player_2_goes_back and a.jumping:
        return 0
    return 1


@rule
def keep_off_block_zero(a: Drive, b: Drive) -> None:
    """Keep both cars on block 1 or beyond, and never both on it (S13)."""
    a.block = max(1, a.block)
    b.block = max(1, b.block)
    if a.block == 1 and b.block == 1 and a.lane == b.lane:
        if a.put_back:
            b.block = 2
        else:
            a.block = 2


# Step 8 - round limit, and the end of the match (section 7)


@rule
def finish_at_round_limit(race: Race, config: Config, work: Work) -> None:
    """At the round limit the leading car finishes, or both if they are level (S21)."""
    for seat in range(SEATS):
        car = race.cars[seat]
        if car.block >= race.cars[1 - seat].block and (config.finished_twice or not has_finished(car)):
            finish(car, work, seat)


@rule
def has_finished(car: Car) -> bool:
    """Whether a car's last state is FINISHED."""
    return car.n_states > 0 and car.states[car.n_states - 1] == Happening.FINISHED


@rule
def winner(race: Race) -> int:
    """The winning seat, or -1: the car that finished; if both did, by speed, then score, then player 1 (S19)."""
    a = race.cars[0]
    b = race.cars[1]
    if not has_finished(b):
        return 0 if has_finished(a) else -1
    if not has_finished(a):
        return 1
    if a.speed != b.speed:
        return 0 if a.speed > b.speed else 1
    return 0 if a.score >= b.score else 1


@rule
def is_over(race: Race, config: Config) -> int:
    """Whether a player has won."""
    return 1 if race.winner >= 0 else 0


@rule
def reward(race: Race, config: Config, seat: int) -> int:
    """1000 for the winner, -1000 for the loser, 0 during the race."""
    if race.winner < 0:
        return 0
    return 1000 if race.winner == seat else -1000


@rule
def score(race: Race, config: Config, seat: int) -> int:
    """A player's points."""
    return race.cars[seat].score
