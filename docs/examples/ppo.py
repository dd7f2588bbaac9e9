"""Proximal policy optimisation in one file: a network learns a game against a built-in opponent.

    pip install 'lanista[learn]' torch
    python ppo.py overdrive

The matches step together in native code (`lanista.learn.vector_env`); illegal actions are masked out. Before the
first update and after each one it prints how many of the last matches were won. `--opponent greedy` is harder.
"""

import argparse
import time
from collections import deque

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from lanista import learn
from lanista.game import game_names

ENVS, STEPS = 128, 64  # matches at once, and turns of each between two updates
EPOCHS, MINIBATCH = 3, 1024
GAMMA, LAMBDA = 0.995, 0.95
CLIP, ENTROPY, VALUE_WEIGHT, MAX_GRADIENT = 0.2, 0.01, 0.5, 0.5
RATE = 7e-4
REWARD = {"outcome": 1.0, "value": 1.0}  # the result, and on the way by how much the game's own value grows
EMBEDDING, HIDDEN = 4, 128
RECENT = 200  # matches that the printed win rate is about


class Agent(nn.Module):
    """An embedding of each plane of codes, other numbers as they are; two layers; a policy and a value."""

    def __init__(self, spec, actions):
        super().__init__()
        self.spec = spec
        self.embeddings = nn.ModuleList(
            nn.Embedding(plane.high - plane.low + 1, EMBEDDING) for plane in spec.planes if plane.codes
        )
        inputs = self.encode(torch.as_tensor(spec.low[None]).float()).shape[1]
        self.body = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.policy, self.value = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def encode(self, rows):
        """Rows as the spec describes them: codes of planes are looked up, single numbers are scaled already."""
        found, embeddings = [], iter(self.embeddings)
        for part in self.spec.parts:
            values = rows[:, self.spec.slices[part.name]]
            if part not in self.spec.planes:
                found.append(values.clamp(-5, 5))
            elif part.codes:
                found.append(next(embeddings)((values - part.low).int()).flatten(1))
            else:
                found.append(values / max(abs(part.low), abs(part.high)))
        return torch.cat(found, 1)

    def forward(self, rows, masks):
        hidden = self.body(self.encode(rows))
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


class Rollout:
    """Observations and actions of the turns between two updates."""

    def __init__(self, size, actions):
        self.rows = torch.zeros(STEPS, ENVS, size)
        self.masks = torch.zeros(STEPS, ENVS, actions, dtype=torch.bool)
        self.actions = torch.zeros(STEPS, ENVS, dtype=torch.long)
        self.chances, self.values, self.rewards, self.ended = torch.zeros(4, STEPS, ENVS)

    def advantages(self, last_value):
        """Generalised advantage estimation."""
        found, following = torch.zeros_like(self.rewards), torch.zeros(ENVS)
        for t in reversed(range(STEPS)):
            after = self.values[t + 1] if t + 1 < STEPS else last_value
            goes_on = 1.0 - self.ended[t]
            surprise = self.rewards[t] + GAMMA * after * goes_on - self.values[t]
            following = surprise + GAMMA * LAMBDA * goes_on * following
            found[t] = following
        return found


def tensors(rows, infos):
    return torch.as_tensor(rows).reshape(ENVS, -1), torch.as_tensor(infos["action_mask"]).bool()


def play(env, agent, rollout, rows, masks, results):
    """Play `STEPS` turns of all matches; returns what is seen after them."""
    seats = np.arange(ENVS) % env.setup.seats  # the learner's, since they alternate
    for t in range(STEPS):
        with torch.no_grad():
            policy, rollout.values[t] = agent(rows, masks)
            action = policy.sample()
        rollout.rows[t], rollout.masks[t], rollout.actions[t] = rows, masks, action
        rollout.chances[t] = policy.log_prob(action)
        seen, rewards, ended, cut_off, infos = env.step(action.numpy())
        over = ended | cut_off
        rollout.rewards[t], rollout.ended[t] = torch.as_tensor(rewards), torch.as_tensor(over)
        if over.any():
            results.extend(infos["final_info"]["outcome"][over, seats[over]] > 0)
        rows, masks = tensors(seen, infos)
    return rows, masks


def update(agent, optimiser, rollout, advantages):
    """A few passes over the rollout in random order."""
    returns = (advantages + rollout.values).flatten()
    flat = [x.flatten(0, 1) for x in (rollout.rows, rollout.masks, rollout.actions, rollout.chances, advantages)]
    for _ in range(EPOCHS):
        for picked in torch.randperm(STEPS * ENVS).split(MINIBATCH):
            rows, masks, actions, chances, gains = (x[picked] for x in flat)
            gains = (gains - gains.mean()) / (gains.std() + 1e-8)
            policy, values = agent(rows, masks)
            ratio = (policy.log_prob(actions) - chances).exp()
            gain = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            miss = ((values - returns[picked]) ** 2).mean()
            loss = VALUE_WEIGHT * miss - gain - ENTROPY * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_GRADIENT)
            optimiser.step()


def train(game, opponent, turns, seed):
    """Learn from a number of turns; yields after each update the turns so far and the share of matches won."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # so small a network gains nothing from more
    env = learn.vector_env(game, ENVS, opponents=opponent, seat="alternate", compact=True, reward=REWARD)
    agent = Agent(env.setup.rules.spec, env.single_action_space.n)
    optimiser = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    rollout = Rollout(agent.spec.size, env.single_action_space.n)
    rows, masks = tensors(*env.reset(seed=seed))
    results = deque(maxlen=RECENT)
    while len(results) < RECENT:  # before it learns, it moves at random
        rows, masks = play(env, agent, rollout, rows, masks, results)
    yield 0, float(np.mean(results))
    for played in range(STEPS * ENVS, turns + 1, STEPS * ENVS):
        rows, masks = play(env, agent, rollout, rows, masks, results)
        with torch.no_grad():
            last_value = agent(rows, masks)[1]
        update(agent, optimiser, rollout, rollout.advantages(last_value))
        yield played, float(np.mean(results))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default=game_names()[0])
    parser.add_argument("--opponent", default="random", help="a policy of the game, such as greedy")
    parser.add_argument("--turns", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = None
    for turns, wins in train(options.game, options.opponent, options.turns, options.seed):
        began = began or time.monotonic()  # after the rules are compiled
        seconds = time.monotonic() - began
        print(f"{seconds:6.0f} s {turns:10,} turns   won {wins:4.0%} of the last matches", flush=True)


if __name__ == "__main__":
    main()
