"""The only home of `prove reconciliation`: ten differences of each of ten kinds, all found."""

import random as chance
from random import Random

from django.db import transaction

from payments import bank_files
from payments.reconciling import daily, planting, scene
from payments.reconciling.differences import Kind
from payments.reconciling.scene import Scene

EACH = 10


def run(each: int, seed: int) -> tuple[int, list[str]]:
    """Plant so many differences of each kind, one at a time; return how many and the unfound."""
    random = Random(seed)  # noqa: S311
    made = scene.made(random)
    before = daily.look(scene.LOOKED_ON)
    faults = [f"nothing was planted, and found: {one}" for one in before.differences]
    faults += [
        f"{w.number}: its file written anew is another"
        for w in made.warrants
        if planting.unchanged(w)[w.number] != bank_files.content_of(w)
    ]
    tried = 0
    for kind in Kind:
        for number in range(each):
            tried += 1
            if not _found(made, kind, number, random):
                way = planting.WAYS[kind][number % len(planting.WAYS[kind])]
                faults.append(f"{kind}: {way.__name__} of {number} was not found")
    return tried, faults


def _found(made: Scene, kind: Kind, number: int, random: chance.Random) -> bool:
    """Plant one difference, look, and take it out again."""
    ways = planting.WAYS[kind]
    warrant = made.warrants[number % len(made.warrants)]
    with transaction.atomic():
        files = ways[number % len(ways)](made, warrant, random)
        found = daily.look(scene.LOOKED_ON, files).differences
        transaction.set_rollback(True)
    return any(each.kind == kind for each in found)
