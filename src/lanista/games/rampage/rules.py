"""One turn of Rampage, in the steps that section 7 of the specification lists."""

from __future__ import annotations

from lanista.engine import Records, note, rule
from lanista.games.rampage.notes import End, Pay
from lanista.games.rampage.notes import Kind as Note
from lanista.games.rampage.state import (
    BY_TURRET,
    DIRECTIONS,
    SEATS,
    TURRET,
    WALL,
    Arena,
    Config,
    Direction,
    Hit,
    Hits,
    ItemKind,
    Order,
    Player,
    TurretSite,
    Word,
    Work,
)

FAR = 99  # steps to a square that is not in line


@rule
def step(arena: Arena, moves: Records[Order], config: Config, work: Work) -> None:
    """Play a turn; both moves are resolved simultaneously."""
    if arena.over:
        return
    for seat in range(SEATS):
        clean_up(arena.players[seat], arena.hits[seat])
    for seat in range(SEATS):
        read_move(arena, config, work, seat, moves[seat].word)
    for seat in range(SEATS):
        stop_at_obstacle(arena.players[seat], config, work, seat)
    move_together(arena, config, work)
    work.n_spent = 0
    for seat in range(SEATS):
        cross_bullets(arena, config, work, seat)
    advance_bullets(arena, config)
    for seat in range(SEATS):
        pick_up(arena, config, work, seat)
    hit_turrets(arena, config, work)
    fire_turrets(arena, config, work)
    hit_players(arena, config, work)
    end_bullets(arena, config, work)
    for seat in range(SEATS):
        travel(arena, config, work, seat)
    end_turn(arena, config, work)


# Step 0 - clean up


@rule
def clean_up(player: Player, hits: Hits) -> None:
    """Clear the beams and hits of the previous turn."""
    for i in range(player.n_hits):
        hits.kind[i] = 0
        hits.by[i] = 0
    player.n_hits = 0
    if player.effective == Word.LASER:
        for direction in range(DIRECTIONS):
            player.beams[direction] = 0


# Step 1 - read both moves


@rule
def read_move(arena: Arena, config: Config, work: Work, seat: int, word: int) -> None:
    """A move starts from the position before the turn; without its item or pad it becomes NONE."""
    player = arena.players[seat]
    work.target[seat] = player.square
    player.requested = word
    player.effective = word if can_use(player, config, word) else Word.NONE
    run_shield(player)
    if word <= Word.FACE_RIGHT:
        player.facing = word
    elif player.effective == Word.SHOOT:
        shoot(arena, work, seat)
    elif player.effective == Word.FORWARD:
        work.target[seat] = config.ahead[player.square * DIRECTIONS + player.facing]
    elif player.effective == Word.LASER:
        player.laser -= 1
        note(work.log, Note.USED, seat, ItemKind.LASER)
        lay_laser(arena, config, seat)
    elif player.effective == Word.SHIELD:
        player.shield -= 1
        note(work.log, Note.USED, seat, ItemKind.SHIELD)
        player.shield_left = config.shield_turns  # D25: also if a shield is still active
    elif player.effective >= Word.TELEPORT_0:
        player.teleport -= 1
        note(work.log, Note.USED, seat, ItemKind.TELEPORT)
        work.target[seat] = config.pads[player.effective - Word.TELEPORT_0]


@rule
def can_use(player: Player, config: Config, word: int) -> bool:
    """LASER, SHIELD and TELEPORT need an item of their kind, TELEPORT also needs its pad (D11, D43)."""
    if word <= Word.FORWARD:
        return True
    if word == Word.SHIELD:
        return player.shield > 0
    if word == Word.LASER:
        return player.laser > 0
    return player.teleport > 0 and word - Word.TELEPORT_0 < config.n_pads


@rule
def run_shield(player: Player) -> None:
    """Every turn uses up one turn of the shield."""
    if player.shield_left > 0:
        player.shield_left -= 1


@rule
def shoot(arena: Arena, work: Work, seat: int) -> None:
    """A bullet starts on the shooter's square and advances in the same turn (D12)."""
    player = arena.players[seat]
    bullet = (player.square * DIRECTIONS + player.facing) * SEATS + seat
    note(work.log, Note.SHOT, seat, bullet)
    arena.bullets[arena.n_bullets] = bullet
    arena.n_bullets += 1


@rule
def lay_laser(arena: Arena, config: Config, seat: int) -> None:
    """A player's four beams are laid out before anyone moves (D17)."""
    player = arena.players[seat]
    other = arena.players[1 - seat].square
    for direction in range(DIRECTIONS):
        reach = config.reach[player.square * DIRECTIONS + direction]
        player.beams[direction] = min(reach, steps(config, player.square, other, direction))


@rule
def steps(config: Config, origin: int, square: int, direction: int) -> int:
    """Steps from one square to another in a direction, FAR if not in line; a full lap leads back to the origin."""
    if direction <= Direction.DOWN:
        if config.column[origin] != config.column[square]:
            return FAR
        way = config.row[square] - config.row[origin]
        size = config.height
    else:
        if config.row[origin] != config.row[square]:
            return FAR
        way = config.column[square] - config.column[origin]
        size = config.width
    if direction == Direction.UP or direction == Direction.LEFT:  # noqa: PLR1714
        way = -way
    return way if way > 0 else way + size


# Steps 2 and 3 - obstacles, and each other


@rule
def stop_at_obstacle(player: Player, config: Config, work: Work, seat: int) -> None:
    """A move onto a wall or a turret, alive or disabled, is cancelled."""
    if config.board[work.target[seat]] != 0:
        note(work.log, Note.BLOCKED, seat, work.target[seat])
        work.target[seat] = player.square
        player.effective = Word.NONE


@rule
def move_together(arena: Arena, config: Config, work: Work) -> None:
    """If both players want the same square neither moves, otherwise both do (D6 to D8)."""
    if work.target[0] == work.target[1]:
        for seat in range(SEATS):
            cancel(arena.players[seat], config, work, seat)
    else:
        for seat in range(SEATS):
            player = arena.players[seat]
            if player.square != work.target[seat]:
                note(work.log, Note.MOVED, seat, player.square, work.target[seat])
            player.square = work.target[seat]


@rule
def cancel(player: Player, config: Config, work: Work, seat: int) -> None:
    """A step or a teleport becomes NONE; the engine still reports and pays the teleport (D9)."""
    reported = player.effective >= Word.TELEPORT_0 and config.d9_tele_fail_point != 0
    if player.effective >= Word.TELEPORT_0 or player.effective == Word.FORWARD:
        note(work.log, Note.BLOCKED, seat, work.target[seat])
        player.effective = player.effective if reported else Word.NONE


# Step 4 - head-on crossings


@rule
def cross_bullets(arena: Arena, config: Config, work: Work, seat: int) -> None:
    """A bullet flying towards a player who steps onto its square hits and disappears (D14)."""
    player = arena.players[seat]
    if player.effective != Word.FORWARD:
        return
    against = player.square * DIRECTIONS + (player.facing ^ 1)
    i = 0
    while i < arena.n_bullets:
        if arena.bullets[i] // SEATS == against:
            hit_head_on(arena, config, work, seat, arena.bullets[i] % SEATS)
            note(work.log, Note.BULLET_ENDED, i, arena.bullets[i], End.HEAD_ON)
            if config.d16_stale_refund:
                work.spent[work.n_spent] = arena.bullets[i]
                work.n_spent += 1
            remove_bullet(arena, i)
        else:
            i += 1


@rule
def hit_head_on(arena: Arena, config: Config, work: Work, seat: int, owner: int) -> None:
    """A head-on hit counts as a hit; the engine pays it even against a shield, and does not list it (D15)."""
    player = arena.players[seat]
    if player.shield_left > 0 and config.d15_cross_shield_pays:
        pay_hit(arena, config, work, seat, owner)
    strike(arena, config, work, seat, 0, owner)
    if not config.d15_cross_unlogged:
        list_hit(arena, seat, 0, owner)


@rule
def remove_bullet(arena: Arena, index: int) -> None:
    """Remove a bullet from the list; the others keep their order."""
    arena.n_bullets -= 1
    for i in range(index, arena.n_bullets):
        arena.bullets[i] = arena.bullets[i + 1]
    arena.bullets[arena.n_bullets] = 0


# Step 5 - bullets advance


@rule
def advance_bullets(arena: Arena, config: Config) -> None:
    """Every bullet moves one square, even onto an obstacle; bullets never affect each other (D13)."""
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i]
        arena.bullets[i] = advance_bullet(config, bullet)


@rule
def advance_bullet(config: Config, bullet: int) -> int:
    """A bullet after flying one square."""
    return config.ahead[bullet // SEATS] * (DIRECTIONS * SEATS) + bullet % (DIRECTIONS * SEATS)


# Step 6 - pick-ups


@rule
def pick_up(arena: Arena, config: Config, work: Work, seat: int) -> None:
    """A player collects every item on its square, even without having moved (D30)."""
    player = arena.players[seat]
    item = config.item_at[player.square]
    while item > 0:
        if arena.lies[item - 1]:
            arena.lies[item - 1] = 0
            note(work.log, Note.PICKED_UP, seat, item - 1, config.item_kind[item - 1])
            pay(arena, work, seat, config.points_item, Pay.ITEM)
            add_item(player, config.item_kind[item - 1])
        item = config.item_next[item - 1]


@rule
def add_item(player: Player, kind: int) -> None:
    """Add an item to the stack of its kind."""
    if kind == ItemKind.LASER:
        player.laser += 1
    elif kind == ItemKind.SHIELD:
        player.shield += 1
    else:
        player.teleport += 1


# Step 7 - turrets are hit


@rule
def hit_turrets(arena: Arena, config: Config, work: Work) -> None:
    """Every live turret under a bullet or a player's beam is disabled and paid for."""
    if arena.n_credits > 0:
        pay_credits(arena, config, work)  # D20: this is where the engine pays for reflections of the previous turn
    work.n_struck = 0
    for seat in range(SEATS):
        if arena.players[seat].effective == Word.LASER:
            strike_with_laser(arena, config, work, seat)
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i]
        code = config.board[bullet // (DIRECTIONS * SEATS)]
        if code >= TURRET:
            strike_turret(arena, work, code - TURRET, bullet % SEATS)
    if work.n_struck > 0:
        pay_struck(arena, config, work)


@rule
def strike_with_laser(arena: Arena, config: Config, work: Work, seat: int) -> None:
    """A player's beam can hit a turret only with its last square."""
    player = arena.players[seat]
    for direction in range(DIRECTIONS):
        square = player.square
        for _ in range(player.beams[direction]):
            square = config.ahead[square * DIRECTIONS + direction]
        if config.board[square] >= TURRET:
            strike_turret(arena, work, config.board[square] - TURRET, seat)


@rule
def strike_turret(arena: Arena, work: Work, turret: int, owner: int) -> None:
    """Record a projectile on a live turret, in processing order."""
    if arena.turrets[turret].alive:
        note(work.log, Note.STRUCK, turret, owner)
        if work.n_struck == 0:  # few turns strike a turret
            forget_struck(work)
        if work.first[turret] == 0:
            work.first[turret] = owner + 1
        work.last[turret] = owner + 1
        work.owners[turret] |= 1 << owner
        work.n_struck += 1


@rule
def forget_struck(work: Work) -> None:
    """Clear the scratch space for turrets."""
    for i in range(len(work.first)):
        work.first[i] = 0
        work.owners[i] = 0


@rule
def pay_struck(arena: Arena, config: Config, work: Work) -> None:
    """Pay 500 for a turret, or 250 each; the engine considers only the first and last projectile (D21)."""
    for i in range(config.n_turrets):
        if work.first[i] > 0:
            arena.turrets[i].alive = 0
            owners = work.owners[i]
            if config.d21_first_last_split:
                owners = (1 << (work.first[i] - 1)) | (1 << (work.last[i] - 1))
            pay_turret(arena, config, work, owners)


@rule
def pay_turret(arena: Arena, config: Config, work: Work, owners: int) -> None:
    """Pay 500 to one player, or 250 to each of two."""
    shared = owners == (1 << SEATS) - 1
    share = config.points_turret_shared if shared else config.points_turret
    for seat in range(SEATS):
        if owners >> seat & 1:
            pay(arena, work, seat, share, Pay.TURRET)


# Step 8 - turrets fire


@rule
def fire_turrets(arena: Arena, config: Config, work: Work) -> None:
    """Live turrets fire in their rhythm; disabled ones keep counting (D39)."""
    for i in range(config.n_turrets):
        turret = arena.turrets[i]
        site = config.places[i]
        turret.fired = 1 if turret.alive and turret.phase < site.fire else 0
        phase = turret.phase + 1
        turret.phase = phase if phase < site.fire + site.cool else 0
    if config.turret_beams_hit_turrets:
        hit_turrets_by_turrets(arena, config, work)


@rule
def hit_turrets_by_turrets(arena: Arena, config: Config, work: Work) -> None:
    """D3, if enabled: turrets hit by another turret's beam are disabled simultaneously; nobody is paid."""
    for i in range(config.n_turrets):
        if arena.turrets[i].fired:
            site = config.places[i]
            for direction in range(DIRECTIONS):
                seen = site.sees[direction] - 1
                if (
                    seen >= 0
                    and seen != i
                    and arena.turrets[seen].alive
                    and beam_of_turret(arena, config, i, direction) == site.reach[direction]
                ):
                    arena.turrets[seen].alive = 0
                    note(work.log, Note.STRUCK, seen, BY_TURRET + i)


@rule
def beam_of_turret(arena: Arena, config: Config, i: int, direction: int) -> int:
    """The number of squares that a turret's beam covers now; it stops at a player (D18)."""
    site = config.places[i]
    beam = site.reach[direction]
    for seat in range(SEATS):
        beam = min(beam, steps(config, site.square, arena.players[seat].square, direction))
    return beam


# Step 9 - players are hit


@rule
def hit_players(arena: Arena, config: Config, work: Work) -> None:
    """Every beam and every bullet on a player's square is one hit (D22)."""
    for seat in range(SEATS):
        if arena.players[seat].effective == Word.LASER:
            hit_with_laser(arena, config, work, seat)
    for i in range(config.n_turrets):
        if arena.turrets[i].fired:
            for seat in range(SEATS):
                hit_with_turret(arena, config, work, i, seat)
    for i in range(arena.n_bullets):
        for seat in range(SEATS):
            if arena.bullets[i] // (DIRECTIONS * SEATS) == arena.players[seat].square:
                hit_with_bullet(arena, config, work, seat, arena.bullets[i] % SEATS)
    if work.n_spent > 0:
        refund_spent(arena, config, work)
    if arena.n_credits > 0 and not config.d20_late_reflect:
        pay_credits(arena, config, work)


@rule
def hit_with_laser(arena: Arena, config: Config, work: Work, owner: int) -> None:
    """A laser hits every player on its beams after the moves, even its owner if a beam wraps around (D23)."""
    shooter = arena.players[owner]
    for seat in range(SEATS):
        for direction in range(DIRECTIONS):
            away = steps(config, shooter.square, arena.players[seat].square, direction)
            if away <= shooter.beams[direction]:
                hit_with_beam(arena, config, work, seat, owner, direction, away)


@rule
def hit_with_beam(
    arena: Arena, config: Config, work: Work, seat: int, owner: int, direction: int, away: int
) -> None:
    """A beam is a hit; a shield reflects it, which pays the shielded player (D28)."""
    player = arena.players[seat]
    if player.shield_left > 0 and owner != seat:
        note(work.log, Note.REFLECTED, owner, seat, direction, away)
        pay(arena, work, seat, config.points_reflection, Pay.REFLECTION)
        strike_back(arena, config, work, owner, seat)
    strike(arena, config, work, seat, Hit.LASER, owner)
    list_hit(arena, seat, Hit.LASER, owner)
    if player.shield_left > 0 and owner == seat and config.d23_own_reflection_listed:
        note(work.log, Note.BLOW, seat, Hit.LASER + Hit.REFLECTED + Hit.ABSORBED, 1 - seat, player.hp, player.hp)
        list_hit(arena, seat, Hit.LASER + Hit.REFLECTED, 1 - seat)


@rule
def strike_back(arena: Arena, config: Config, work: Work, owner: int, seat: int) -> None:
    """A reflected beam hits the shooter: its shield absorbs it, or it loses HP (D27)."""
    hurt(arena, config, work, owner, Hit.LASER + Hit.REFLECTED, seat)
    list_hit(arena, owner, Hit.LASER + Hit.REFLECTED, seat)


@rule
def hit_with_turret(arena: Arena, config: Config, work: Work, i: int, seat: int) -> None:
    """Each turret beam that ends at a player is a hit; if a shield absorbs it the turret is disabled."""
    site = config.places[i]
    player = arena.players[seat]
    if not is_in_line(config, site, player.square):
        return
    for direction in range(DIRECTIONS):
        beam = beam_of_turret(arena, config, i, direction)
        if steps(config, site.square, player.square, direction) == beam:
            if not hurt(arena, config, work, seat, Hit.LASER, BY_TURRET + i):
                note(work.log, Note.REFLECTED, BY_TURRET + i, seat, direction, beam)
                reflect_turret(arena, i, seat)
            list_hit(arena, seat, Hit.LASER, BY_TURRET + i)


@rule
def is_in_line(config: Config, site: TurretSite, square: int) -> bool:
    """Whether a turret shares a row or column with a square."""
    return site.row == config.row[square] or site.column == config.column[square]


@rule
def reflect_turret(arena: Arena, i: int, seat: int) -> None:
    """A turret whose beam is reflected is disabled, and credited to the shielded player."""
    turret = arena.turrets[i]
    turret.alive = 0
    if turret.credit == 0:
        arena.n_credits += 1
    turret.credit |= 1 << seat


@rule
def pay_credits(arena: Arena, config: Config, work: Work) -> None:
    """Pay for turrets disabled by reflection: 500, or 250 each if both players reflected it (D20)."""
    arena.n_credits = 0
    for i in range(config.n_turrets):
        turret = arena.turrets[i]
        if turret.credit > 0:
            pay_turret(arena, config, work, turret.credit)
            turret.credit = 0


@rule
def hit_with_bullet(arena: Arena, config: Config, work: Work, seat: int, owner: int) -> None:
    """A bullet and a player are on the same square after the moves."""
    strike(arena, config, work, seat, 0, owner)
    list_hit(arena, seat, 0, owner)


@rule
def strike(arena: Arena, config: Config, work: Work, seat: int, kind: int, owner: int) -> None:
    """A hit that costs HP pays the owner of the projectile."""
    if hurt(arena, config, work, seat, kind, owner):
        pay_hit(arena, config, work, seat, owner)


@rule
def hurt(arena: Arena, config: Config, work: Work, seat: int, kind: int, by: int) -> bool:
    """Take HP, unless a shield absorbs the hit and ends with this turn (D26); returns whether HP was lost."""
    player = arena.players[seat]
    if player.shield_left > 0:
        player.shield_left = 1
        note(work.log, Note.BLOW, seat, kind + Hit.ABSORBED, by, player.hp, player.hp)
        return False
    note(work.log, Note.BLOW, seat, kind, by, player.hp, player.hp - config.damage)
    player.hp -= config.damage
    return True


@rule
def pay_hit(arena: Arena, config: Config, work: Work, seat: int, owner: int) -> None:
    """Pay 750 points for hitting the opponent, and nothing for a self-inflicted hit."""
    if owner != seat:
        pay(arena, work, owner, config.points_hit, Pay.HIT)


@rule
def pay(arena: Arena, work: Work, seat: int, points: int, why: int) -> None:
    """Pay points."""
    arena.players[seat].points += points
    note(work.log, Note.SCORED, seat, points, why)


@rule
def list_hit(arena: Arena, seat: int, kind: int, by: int) -> None:
    """List a hit, absorbed or not."""
    player = arena.players[seat]
    if player.shield_left > 0:
        kind += Hit.ABSORBED
    arena.hits[seat].kind[player.n_hits] = kind
    arena.hits[seat].by[player.n_hits] = by
    player.n_hits += 1


@rule
def refund_spent(arena: Arena, config: Config, work: Work) -> None:
    """D16: the engine lets a spent bullet fly on; its owner loses the points of a hit if it meets a shield."""
    for i in range(work.n_spent):
        bullet = advance_bullet(config, work.spent[i])
        owner = bullet % SEATS
        for seat in range(SEATS):
            player = arena.players[seat]
            if player.square == bullet // (DIRECTIONS * SEATS) and player.shield_left > 0 and owner != seat:
                pay(arena, work, owner, -config.points_hit, Pay.HIT)


# Step 10 - bullets end


@rule
def end_bullets(arena: Arena, config: Config, work: Work) -> None:
    """Remove bullets on walls, turrets and players' squares."""
    first = arena.players[0].square
    second = arena.players[1].square
    kept = 0
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i]
        square = bullet // (DIRECTIONS * SEATS)
        if config.board[square] < WALL and square != first and square != second:  # noqa: PLR1714
            arena.bullets[kept] = bullet
            kept += 1
        else:
            note(work.log, Note.BULLET_ENDED, i, bullet, End.WALL if config.board[square] == WALL else End.HULL)
    for i in range(kept, arena.n_bullets):
        arena.bullets[i] = 0
    arena.n_bullets = kept


# Steps 11 and 12 - travel, clock and end


@rule
def travel(arena: Arena, config: Config, work: Work, seat: int) -> None:
    """Pay one point for an executed step or teleport (D10)."""
    player = arena.players[seat]
    if player.effective == Word.FORWARD or player.effective >= Word.TELEPORT_0:
        pay(arena, work, seat, config.points_travel, Pay.TRAVEL)


@rule
def end_turn(arena: Arena, config: Config, work: Work) -> None:
    """The match ends when a player is dead or at the turn limit; the engine plays one extra turn (D1)."""
    arena.turn += 1
    limit = config.max_turns + config.d1_extra_turn
    if is_dead(arena.players[0]) or is_dead(arena.players[1]) or arena.turn >= limit:
        arena.over = 1
        tally(arena, config, work)


@rule
def is_dead(player: Player) -> bool:
    """A player is dead at 0 HP or less (D32)."""
    return player.hp <= 0


@rule
def tally(arena: Arena, config: Config, work: Work) -> None:
    """Pay a sole survivor the win and a bonus per turn left (D35), or both players the tie (D44)."""
    bonus = config.points_win + config.points_turn_left * (config.max_turns - arena.turn)
    is_tie = is_dead(arena.players[0]) == is_dead(arena.players[1])
    for seat in range(SEATS):
        if is_tie:
            pay(arena, work, seat, config.points_tie, Pay.END)
        elif not is_dead(arena.players[seat]):
            pay(arena, work, seat, bonus, Pay.END)


# The result (section 9)


@rule
def is_over(arena: Arena, config: Config) -> int:
    """Whether the match has ended."""
    return arena.over


@rule
def victor(arena: Arena, config: Config) -> int:
    """The winner's seat, or -1: a sole survivor wins (D2), otherwise the player with more points (D34)."""
    a = arena.players[0]
    b = arena.players[1]
    if is_dead(a) != is_dead(b) and not config.d2_winner_by_score:
        return 1 if is_dead(a) else 0
    if a.points == b.points:
        return -1
    return 0 if a.points > b.points else 1


@rule
def score(arena: Arena, config: Config, seat: int) -> int:
    """The points of a seat."""
    return arena.players[seat].points


@rule
def reward(arena: Arena, config: Config, seat: int) -> int:
    """The reward of a seat in thousandths."""
    winner = victor(arena, config)
    if not arena.over or winner < 0:
        return 0
    return 1000 if winner == seat else -1000
