"""Every number the tracker decides by, with its reason. Times in seconds of the source, scores in natural-log units (nats)."""

from __future__ import annotations

# --- fusing one cell's readings ---
P_FLOOR = 0.003
"""A frame may never say "impossible": one bad frame costs at most 5.8 nats."""
N_EFFECTIVE = 3.0
"""Frames of one still scene share their errors: a checker that one picture misses at 0.73 is missed in all, and eight such pictures made 15 nats of it,
as much as a clear cell had. With less than 2 a clear cell weighs too little: a checker in the bar's shadow was taken for the other colour's (eval_02)."""
MOVING_WEIGHT = 0.35
"""A frame with motion elsewhere is blurred more often; three of them count as one still frame."""
FRAME_DISAGREES = 1.0
"""A frame contradicts the cell's reading when it prefers another by this much; softer doubts are averaged in."""
TAKEOVER_STIRRED = 3.0
"""Summed weight of contradicting frames that replaces a reading after something moved at the table; two chance misreads may not."""
TAKEOVER_UNTOUCHED_S = 1.5
"""Without any motion a checker cannot have moved: a contradiction must persist this long (flicker of ten frames at 8/s: 1.25 s)."""
TAKEOVER_UNTOUCHED_N = 10
FLICKER_S = 1.0
"""A cell that reads otherwise for no longer than this (a hand's edge over it) has stood as it is since before."""
SETTLED_WEIGHT = 2.5
SETTLED_FRAMES = 3
"""`rules.md` 3.2: a play is only flagged on at least three identical stable reads."""

# --- start position ---
SETUP_STABLE_S = 0.7
SETUP_ERROR_STABLE_S = 2.0
"""Players pause while setting up: a wrong start position must stand longer than a right one before it is reported."""
SETUP_MAX_DIFFERS = 6
SETUP_CLEARLY_NEARER = 4
"""The second nearest of the four start positions must be this many checkers further away."""
SETUP_MARGIN = 8.0
"""A start position that differs from the exact one must beat it by this; a single misread stack must not raise a flag."""
MID_GAME_STABLE_S = 6.0

# --- dice ---
DIE_CONFIDENCE = 0.35
LYING_S = 0.5
"""What looks like a die within this of the first picture was there before: no throw was seen, and an emblem on the board looks the same."""
DIE_SAME_PLACE = 0.3
"""In die sizes: the detector's jitter of a die at rest stays below it."""
DIE_NUDGED = 0.9
"""Up to this far from its place a die was nudged, not rolled."""
REST_S = 0.5
"""`rules.md` 3.2: a rocking die needs half a second of stillness."""
REST_FRAMES = 3
LIFTED_S = 0.7
"""`rules.md` 3.2: absent this long, not under a hand."""
LIFTED_ONE_HAND_S = 1.6
"""A single missing die while a hand is still over the board may be carried to make room; wait longer."""
SHIFT_S = 2.5
"""A die that reappears elsewhere within this time with its value was shifted for room, not rolled."""
THROWN_TOGETHER_S = 4.0
"""Two dice of one throw come to rest within this of each other. What seems to come to rest much later is none of them: ground that a checker has left
looks like a die now and then, and a roll made of it and of a die whose twin was not seen has accused a player of rolling left of the bar."""
DIE_SETTLING_S = 0.8
"""A third fresh die may still be rolling: wait this long for it before naming the two at rest a roll."""
DIE_N_EFFECTIVE = 1.0
"""Pictures of one die at rest show the same pixels but for noise: a wrong reading is wrong in all of them alike (a six read as a three at 0.98
through a whole rest), so all of them say no more than one does."""
FACE_FLOOR = 0.001
"""One picture may never say "impossible" of a face."""
VALUE_SURE = 0.75
"""Below this a die's value is not told (None); above, an error is rarer than one in four of the doubtful ones."""
FLAT_SURE, COCKED_SURE = 0.4, 0.25
"""Median flat_p above FLAT_SURE is flat, below COCKED_SURE is not, if its face is clear (COCKED); between the two nothing is claimed. Of 92 dice of six
validation clips, read once each, the cocked ones stood at 0.01 (face 0.45), 0.19 (face 0.81) and 0.47 (face 0.41), and no flat one below 0.51. Of the 147
flat dice of the touching validation sheets, shrunk to a table's size, 1 stands below 0.25 and none below 0.1, of their 37 cocked ones 24 and 13."""
COCKED = ((COCKED_SURE, 0.7), (0.12, 0.4))
"""A die is called cocked that stands at most at the first of either pair and whose face is at least as clear as the second: glare that hides pips hides
how the die lies, but a tilted face is itself less clear."""
SUPPORT_SURE = 0.65
"""Share of the readings that must agree on what a die stands on when that is not the plain board."""
ALTERNATIVE_DICE = 0.005
"""Another reading of the dice at least this probable, under which the play is legal, keeps it from being called illegal. Of 58 dice of three
validation clips two were read wrongly, their true faces at 0.007 and 0.15; of those read rightly the second face stood at 0.0018 (median)."""
ASPECT = 0.85
"""Height over width of a playing area, near enough to compare distances along u and v in die sizes."""
COLOR_APART = 14.0
"""CIELAB distance between the two pairs of dice from which their owners are told apart."""

TOLD_LEAST = 0.25
"""A die that could not be read is told by the play only where the picture gives both dice together at least this: glare tells nothing, and then the play
alone would be the witness of what it is held against."""
TOLD_SURE, UNLAWFUL_SHARE = 0.95, 0.002
"""How probable dice are to be that the play tells, and the share of plays taken to be unlawful, which tell nothing of the dice."""

# --- whose roll ---
ODDS_TURN = 4.0
ODDS_SIDE = 3.0
ODDS_COLOR = 5.0
"""Turn order outweighs the side (a roll left of the bar lands on the other's right); colour and side together outweigh turn order."""
ODDS_SURE = 1.5

# --- explaining a turn ---
STILLNESS_BONUS = 0.5
"""A cell that keeps its count needs no explanation."""
CONSERVATION_FIRST = 4.0
CONSERVATION_MORE = 2.0
CONSERVATION_MOST = 12.0
"""Cost of a checker too many or too few, and of each further one: outvoted by one clear cell (30 to 35)."""
TALL = 5
"""From this height a stack may be miscounted by one in every frame alike."""
TALL_CAP = 5.0
TALLER_CAP = 3.0
"""So much at most speaks for one count of a changed stack of five (of more) against its neighbour: a little more than conservation."""
UNCHANGED_CAP = 6.5
"""The same for a stack that reads as what it was known to be: that it changed and reads as before is less likely than that a checker is gone (4), but
not so much less that a legal play is doubted for it (LEGAL_MARGIN)."""
FAINT_BAR, FAINT_BAR_CAME, FAINT_BAR_CAP = 7.5, 4.0, 2.5
"""Up to FAINT_BAR against one more checker of a colour on the bar the detector has a faint box of one there (seven in ten against it, in each
look, make 3; no box makes 13). Where it was FAINT_BAR_CAME surer that none was there before the turn, no more than FAINT_BAR_CAP speaks against it,
less than that a checker is gone (CONSERVATION_FIRST)."""
COLOR_CAP = 7.0
"""So much at most speaks for the colour of a cell's checkers against the other colour: less than conservation, which charges a checker too
many of one colour and one too few of the other (8)."""
UNMIX_CAP = 4.0
MIX_CAP = 10.0
"""The same where two colours on one cell were seen (rare in play, common in bad light), and for seeing two colours where one was seen."""
CATALOGUE_BONUS = 4.0
"""A named violation is likelier than an arbitrary rearrangement with the same evidence, also where it puts two colours on one point (MIX_CAP) and the
other takes one colour for the other (COLOR_CAP)."""
LEGAL_MARGIN = 5.0
"""A legal play this close to the best reading of all is the play, as long as no other is as near: odds of 150 to one that rules are kept."""
ILLEGAL_MARGIN = 8.0
"""An unlawful reading must beat every legal play by this: about a quarter of what one clearly seen checker gives."""
UNBALANCED_MARGIN = 11.0
"""A checker that is simply gone (or one too many) rests on one cell alone, where a miscounted stack looks the same: more is asked."""
MISREAD_BEFORE = 4.0
"""A cell that contradicted the known position by this before the turn is no witness against a play."""
PLAY_APART = 1.5
"""Two legal plays nearer than this cannot be told apart."""
ILLEGAL_SETTLE_S = 1.0
"""After the turn's end, wait this long (no hand over the board) before calling a play illegal."""
LEGAL_SETTLE_S = 0.25
JUDGE_AT_LATEST_S = 12.0
"""With no next roll, an unclear play is reported as uncertain after this."""

# --- state ---
RESYNC_MARGIN = 10.0
"""The picture must contradict the tracked position by this, and keep each side's count, to replace it."""
RECHECK_EVERY_S = 0.4
BLIND_S = 3.0
"""A stretch without trustworthy pictures longer than this may have hidden a turn."""
HISTORY_S = 4.0
"""How long past states of the evidence are kept, to look back to the moment at which a roll came to rest."""

# --- cube ---
CUBE_CONFIDENCE = 0.6
CUBE_REST_S = 1.0
"""`rules.md` 3.2: read after one second at rest; faces turn while the cube is handled."""
CUBE_CENTRE_V = 0.2
CUBE_MOVED = 0.05
"""In board widths: nearer than this to where it lay the cube has not been moved."""

# --- patience ---
READ_PATIENCE_S = 1.2
"""A die whose value or flatness is doubtful is read this much longer before the roll is reported with what is known."""
SINGLE_DIE_S = 3.0
"""A second die that has not appeared by then is out of view."""
UNMOVED_AT_LATEST_S = 40.0
"""Dice lifted and nothing moved: whether it was a skipped move or an agreed re-roll shows with the next roll; wait for it this long."""
JUMP_S = 0.3
"""A new pair at rest sooner after the old one left than hands can do it: frames are missing from the recording."""
JUMP_LOOK_S = 0.6
"""After such a jump the cells need a few frames to be read anew, before the next player's hand comes in."""
RAW_RESYNC_MARGIN = 20.0
"""Two clear cells against the tracked position, counts kept: the position is wrong, however it came about."""
PUT_BACK_S = 4.0
"""A die laid back within this time, before anything else happened, takes the turn's end back."""
EXPLAIN_EVERY_S = 0.1
"""A waiting turn is explained anew at most this often."""
LEAVING_S = 0.25
"""A die unseen this long is being taken up: a roll not yet reported is reported with what is known."""
