"""Cyber trucks: tweets that place them (steps 2 and 7 of a round), and cars that meet them (step 4)."""

from __future__ import annotations

from lanista.engine import note, rule
from lanista.games.overdrive.car import add_item, add_points, append, crash, hurt
from lanista.games.overdrive.notes import Cause, Kind
from lanista.games.overdrive.state import (
    POWERUP_SCORE,
    SEATS,
    TRUCK,
    TRUCK_SCORE,
    Car,
    Command,
    Config,
    Drive,
    Happening,
    Powerup,
    Race,
    Request,
    Work,
)


@rule
def request_truck(race: Race, seat: int, lane: int, block: int) -> None:
    """Store a tweet, to be answered at the end of the round."""
    car = race.cars[seat]
    request = race.requests[race.n_requests]
    request.seat = seat
    request.lane = lane
    request.block = block
    request.from_lane = car.tweet_lane
    request.from_block = car.tweet_block
    race.n_requests += 1
    append(car, Happening.USED_TWEET)


@rule
def meet_trucks(race: Race, work: Work) -> None:
    """Stop both cars at the trucks that stood there when the round began, then remove the trucks they hit."""
    if race.n_trucks == 0:
        return
    first = truck_on_path(race, work.drives[0])
    second = truck_on_path(race, work.drives[1])
    stop_by_truck(race.cars[0], work, 0, first)
    stop_by_truck(race.cars[1], work, 1, second)
    for seat in range(SEATS):
        if work.drives[seat].stopped:
            lane = work.drives[seat].lane
            remove_truck(race, work, lane, first if seat == 0 else second)


@rule
def truck_on_path(race: Race, plan: Drive) -> int:
    """The block of the first truck on a car's path, or 0; a car that is being fixed meets none (S11)."""
    if plan.command == Command.FIX:
        return 0
    block = plan.start_block if plan.lane != plan.start_lane else plan.start_block + 1
    if plan.jumping or plan.block == plan.start_block:  # a standing car meets the truck on its block (S10)
        block = plan.block
    while block <= plan.block:
        if race.track[plan.lane - 1, block - 1] & TRUCK:
            return block
        block += 1
    return 0


@rule
def stop_by_truck(car: Car, work: Work, seat: int, block: int) -> None:
    """A truck stops a car one block short: damage 2, speed 3, minus 7 points (S12, S13)."""
    if block > 0:
        plan = work.drives[seat]
        plan.stopped = 1
        plan.block = max(1, block - 1)
        append(car, Happening.HIT_CYBER_TRUCK)
        crash(car, work, seat, Cause.TRUCK)
        add_points(car, work, seat, TRUCK_SCORE, Cause.TRUCK)
        hurt(car, work, seat, 2, Cause.TRUCK)


@rule
def remove_truck(race: Race, work: Work, lane: int, block: int) -> None:
    """Remove a truck; its owner no longer has one (D5)."""
    cell = race.track[lane - 1, block - 1]
    if cell & TRUCK:
        race.track[lane - 1, block - 1] = cell - TRUCK
        race.n_trucks -= 1
        note(work.log, Kind.REMOVED_TRUCK, lane, block)
    for seat in range(SEATS):
        car = race.cars[seat]
        if car.truck_lane == lane and car.truck_block == block:
            car.truck_lane = 0
            car.truck_block = 0


@rule
def tweet(race: Race, config: Config, work: Work) -> None:
    """Refund two requests for the same block (D4); answer all others."""
    if race.n_requests == 0:
        return
    a = race.requests[0]
    b = race.requests[1]
    if race.n_requests == SEATS and a.lane == b.lane and a.block == b.block:
        refund(race, work, a)
        refund(race, work, b)
        if config.d4_refund_every_round:
            return
    elif not config.d13_player_1_tweets_first:
        for i in range(race.n_requests):
            work.refused[i] = is_taken(race, i)
        for i in range(race.n_requests):  # stale requests (D4) may name one block; the first gets it
            answer_request(race, config, work, i, max(work.refused[i], is_taken(race, i)))
    else:
        for i in range(race.n_requests):
            answer_request(race, config, work, i, is_taken(race, i))
    clear_requests(race)


@rule
def clear_requests(race: Race) -> None:
    """Clear all requests."""
    for i in range(race.n_requests):
        request = race.requests[i]
        request.seat = 0
        request.lane = 0
        request.block = 0
        request.from_lane = 0
        request.from_block = 0
    race.n_requests = 0


@rule
def is_taken(race: Race, i: int) -> int:
    """Whether any player's truck stands on the requested block (S17)."""
    request = race.requests[i]
    return 1 if race.track[request.lane - 1, request.block - 1] & TRUCK else 0


@rule
def refund(race: Race, work: Work, request: Request) -> None:
    """Return the tweet and take back its 4 points (S38)."""
    car = race.cars[request.seat]
    add_item(car, Powerup.TWEET)
    note(work.log, Kind.REFUNDED, request.seat, request.lane, request.block, car.n_items)
    add_points(car, work, request.seat, -POWERUP_SCORE, Cause.REFUND)


@rule
def answer_request(race: Race, config: Config, work: Work, i: int, refused: int) -> None:
    """Move the player's truck to the requested block, or refund the tweet."""
    request = race.requests[i]
    car = race.cars[request.seat]
    if refused:
        refund(race, work, request)
        return
    if not config.d5_wreck_is_remembered:
        from_lane, from_block = car.truck_lane, car.truck_block
    else:  # the engine clears the remembered block, even if the other's truck is there now
        from_lane, from_block = request.from_lane, request.from_block
    if from_lane > 0:
        remove_truck(race, work, from_lane, from_block)
    race.track[request.lane - 1, request.block - 1] |= TRUCK
    race.n_trucks += 1
    note(work.log, Kind.PLACED_TRUCK, request.seat, request.lane, request.block)
    car.truck_lane = request.lane
    car.truck_block = request.block
    car.tweet_lane = request.lane
    car.tweet_block = request.block
