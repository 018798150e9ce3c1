import { wordList } from './word-list.js';

/** Words that an embedder knows and no generated memory holds; a test keeps the two apart. */
export const unusedWords = wordList(`
  asteroid volcano chromosome submarine emperor dinosaur satellite uranium cannon sword pirate pharaoh gladiator comet galaxy rocket
  astronaut missile torpedo bishop knight peasant throne kingdom plague leprosy malaria tsunami glacier tundra jungle savanna
  crocodile rhinoceros hippopotamus buffalo antelope vulture scorpion tarantula mosquito bacteria virus protein enzyme molecule
  neutron electron photon laser radar sonar turbine reactor pipeline refinery petroleum aluminium titanium mercury sulphur
  nitrogen hydrogen oxygen helium ozone methane asbestos cement asphalt granite limestone sandstone crystal emerald ruby sapphire
  cathode transistor semiconductor propeller parachute helicopter zeppelin locomotive stagecoach chariot catapult fortress trench
  battalion regiment cavalry artillery guerrilla ambush siege armistice monarchy dynasty sultan caliph samurai viking druid wizard
`);
