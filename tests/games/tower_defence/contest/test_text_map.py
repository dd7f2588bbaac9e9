"""The contest's text map; `test_recordings.py` compares recorded ones."""

from __future__ import annotations

from lanista.games.tower_defence.contest import text_map
from tests.games.tower_defence.matches import SCRIPT, played

STANDARD_TEXT = """XXXXXXXXX GAME INFO XXXXXXXXX
Round Number : 9
Maximum Amount Of Rounds : 1000
Map Width : 8
Map Height : 4
Round Income Energy : 5
XXXXXXXXXXXXXXXXXXXXXXXXXXXXX

****** BUILDING STATS ******
type;health;constructionTime;price;weaponDamage;weaponSpeed;weaponCooldownPeriod;energyGeneratedPerTurn;\
destroyMultiplier;constructionScore
ATTACK;5;1;30;5;1;3;0;1;1;
DEFENSE;20;3;30;0;0;0;0;1;1;
ENERGY;5;1;20;0;0;0;3;1;1;
*****************************

---------- PLAYER A ----------
Energy : 39
Health : 100
HitsTaken : 0
Score : 0
------------------------------

---------- PLAYER B ----------
Energy : 39
Health : 100
HitsTaken : 0
Score : 0
------------------------------

############# MAP #############
[0,0,E,0,0][1,0,N,0,0][2,0,N,0,0][3,0,N,0,0][4,0,N,0,0][5,0,N,0,0][6,0,N,0,0][7,0,N,0,0]
[0,1,N,0,0][1,1,N,0,0][2,1,N,0,1][3,1,N,0,0][4,1,N,0,0][5,1,A,0,0][6,1,N,0,0][7,1,N,0,0]
[0,2,N,0,0][1,2,N,0,0][2,2,N,0,0][3,2,D,0,0][4,2,N,0,0][5,2,N,0,0][6,2,N,0,0][7,2,N,0,0]
[0,3,N,0,0][1,3,N,0,0][2,3,N,0,0][3,3,N,0,0][4,3,N,0,0][5,3,N,0,0][6,3,E,0,0][7,3,N,0,0]
###############################

######## BUILDING DATA #########
FORMAT : [x,y] Owner|BuildingType|ConstructionTimeLeft|Health|WeaponCooldownTimeLeft|WeaponDamage|\
EnergyGeneratedPerTurn{blank}

[6,3] B|ENERGY|-1|5|0|0|3
[0,0] A|ENERGY|-1|5|0|0|3
[5,1] B|ATTACK|-1|5|1|5|0
[3,2] A|DEFENSE|-1|20|0|0|0
###############################

####### MISSILE DATA ########
FORMAT : [x,y] Owner|Damage|Speed{blank}

[2,1] B|5|1
###############################
"""


def test_the_text_map_of_b() -> None:
    assert text_map.text_map(played(SCRIPT), 1) == STANDARD_TEXT.format(blank=" ")
