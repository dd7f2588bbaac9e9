"""A font of 4 x 6 pixels for pictures of matches: each glyph is six hexadecimal digits, its rows from the top."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 4, 6

UNKNOWN = "0eaae0"
GLYPHS = dict(
    pair.split(" ", 1)[::-1]
    for pair in (
        # Digits and capitals; small letters look the same
        *("eaaae0 0", "4c44e0 1", "c248e0 2", "c242c0 3", "aae220 4", "e8c2c0 5", "68eae0 6", "e24440 7"),
        *("eaeae0 8", "eae2c0 9", "4aeaa0 A", "cacac0 B", "688860 C", "caaac0 D", "e8c8e0 E", "e8c880 F"),
        *("68aa60 G", "aaeaa0 H", "e444e0 I", "222a40 J", "aacaa0 K", "8888e0 L", "aeeaa0 M", "caaaa0 N"),
        *("4aaa40 O", "cac880 P", "4aaa60 Q", "cacaa0 R", "6842c0 S", "e44440 T", "aaaae0 U", "aaaa40 V"),
        *("aaeea0 W", "aa4aa0 X", "aa4440 Y", "e248e0 Z"),
        # Punctuation
        *("000000  ", "444040 !", 'aa0000 "', "aeaea0 #", "6c46c0 $", "a248a0 %", "4a4b60 &", "440000 '"),
        *("244420 (", "844480 )", "0a4a00 *", "04e400 +", "000048 ,", "00e000 -", "000040 .", "224880 /"),
        *("040400 :", "040480 ;", "248420 <", "0e0e00 =", "842480 >", "c24040 ?", "eae860 @", "c888c0 ["),
        *("884220 \\", "622260 ]", "4a0000 ^", "0000e0 _", "840000 `", "64c460 {", "444440 |", "c464c0 }"),
        *("05a000 ~", "0000a0 …", "00a4a0 ×"),
        # Blocks and lines, which touch those of the next cell
        *("ffffff █", "cccccc ▌", "333333 ▐", "000fff ▄", "fff000 ▀", "00ffff ▆", "0000ff ▂", "a5a5a5 ▒"),
        *("802080 ░", "fafafa ▓", "000f00 ─", "00ff00 ━", "444444 │", "404040 ┊", "aaaaaa ║", "00f0f0 ═"),
        *("000744 ┌", "000c44 ┐", "444700 └", "444c00 ┘", "444744 ├", "444c44 ┤", "000f44 ┬", "444f00 ┴"),
        "444f44 ┼",
        # Marks
        *("004000 ·", "0eee00 ■", "0eae00 □", "04ee40 ●", "04aa40 ○", "4e4440 ↑", "444e40 ↓", "002f20 →"),
        *("004f40 ←", "eca100 ↖", "735800 ↗", "085370 ↘", "01ace0 ↙", "044ee0 ▲", "0ee440 ▼", "08cec8 ▶"),
        *("026e62 ◀", "00a5a0 »", "005a50 «", "5a05a0 ≈", "4ee4e0 ♣", "4eee40 ♠"),
    )
)


@cache
def bitmap(character: str) -> npt.NDArray[np.bool_]:
    """The pixels of a character; of an unknown one, a hollow box."""
    rows = GLYPHS.get(character) or GLYPHS.get(character.upper(), UNKNOWN)
    bits = [[int(row, 16) >> (WIDTH - 1 - x) & 1 for x in range(WIDTH)] for row in rows]
    return np.array(bits, dtype=np.bool_)
