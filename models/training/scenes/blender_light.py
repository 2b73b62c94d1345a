"""World light and lamps in Blender. Imports bpy."""

from __future__ import annotations

import math
import random
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector

from .blender_parts import UNIT
from .designs import Light


def set_light(light: Light, rng: random.Random) -> None:
    """The scene's world (HDRI turned at random) and its lamps."""
    scene = bpy.context.scene
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    folder = Path(bpy.utils.resource_path("LOCAL")) / "datafiles" / "studiolights" / "world"
    environment, mapping, coords = tree.nodes.new("ShaderNodeTexEnvironment"), tree.nodes.new("ShaderNodeMapping"), tree.nodes.new("ShaderNodeTexCoord")
    environment.image = bpy.data.images.load(str(folder / f"{light.hdri}.exr"))
    mapping.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, 2 * math.pi))
    tree.links.new(coords.outputs["Generated"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], environment.inputs["Vector"])
    tree.links.new(environment.outputs["Color"], tree.nodes["Background"].inputs["Color"])
    tree.nodes["Background"].inputs["Strength"].default_value = light.strength
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 256
    azimuth = rng.uniform(0, 2 * math.pi)
    for k, lamp in enumerate(light.lamps):
        data = bpy.data.lights.new("lamp", "AREA")
        data.size = lamp.size_mm * UNIT
        distance = lamp.distance_mm * rng.uniform(0.8, 1.25) * UNIT
        data.energy = lamp.power * 7.0 * distance**2 * rng.uniform(0.8, 1.25)
        data.color = kelvin_rgb(lamp.kelvin * rng.uniform(0.93, 1.07))
        a, e = azimuth + k * math.pi + rng.gauss(0, 0.3), math.radians(min(89.0, lamp.elevation_deg + rng.gauss(0, 4)))
        obj = bpy.data.objects.new("lamp", data)
        place = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
        obj.location = (place * distance).tolist()

        obj.rotation_euler = Vector((-place).tolist()).to_track_quat("-Z", "Y").to_euler()
        scene.collection.objects.link(obj)


def kelvin_rgb(kelvin: float) -> tuple[float, float, float]:
    """Approximate linear RGB of a black body, brightest channel 1 (fit by T. Helland)."""
    t = kelvin / 100
    red = 1.0 if t <= 66 else 1.293 * (t - 60) ** -0.1332
    green = (0.3901 * math.log(t) - 0.6318) if t <= 66 else 1.1299 * (t - 60) ** -0.0755
    blue = 1.0 if t >= 66 else (0.5432 * math.log(t - 10) - 1.1963 if t > 19 else 0.0)
    return tuple(float(np.clip(c, 0, 1)) ** 2.2 for c in (red, green, blue))
