import { wordList } from './word-list.js';

export const things = wordList(`
  book car phone house door window table chair lamp bag key letter photo ticket computer laptop camera bicycle jacket coat shirt
  shoe hat glass cup plate bottle knife spoon fork pan pot oven fridge bed pillow blanket curtain carpet mirror clock watch ring
  necklace bracelet wallet passport suitcase backpack umbrella pen pencil notebook calendar envelope stamp newspaper magazine map
  painting poster sculpture vase candle basket box drawer shelf desk sofa bench ladder hammer screwdriver wrench saw drill nail
  screw rope bucket broom mop sponge towel soap brush comb razor perfume medicine bandage thermometer scale battery cable charger
  headphones speaker microphone keyboard monitor printer router tablet screen remote television radio guitar piano violin drum
  flute trumpet ball racket helmet skateboard surfboard kayak canoe tent lantern compass binoculars telescope microscope puzzle
  doll kite balloon toy swing fountain statue fence gate hedge lawnmower shovel rake hose greenhouse barrel crate pallet engine
  tyre brake mirror seat steering bumper wagon trailer scooter motorcycle tram ferry truck tractor crane elevator staircase roof
  chimney gutter brick tile plank beam pipe valve faucet sink bathtub shower radiator heater fan conditioner generator solar panel
  sensor switch socket plug fuse wire bulb torch magnet lens prism chain hook buckle button zipper thread needle fabric cotton
  wool silk linen leather velvet denim scarf glove sock sweater dress skirt blouse suit tie belt apron uniform costume mask
  receipt invoice contract certificate diploma manual brochure catalogue folder binder stapler scissors glue tape ruler eraser
  chalk crayon easel canvas palette frame album diary journal novel poem dictionary atlas cookbook comic script menu recipe coupon
  coin banknote cheque medal trophy badge flag banner ribbon wreath bouquet fireplace stove kettle toaster blender mixer grater
  whisk tray jar lid cork corkscrew napkin tablecloth cradle stroller crib highchair aquarium cage leash collar saddle anvil
`);

export const foods = wordList(`
  coffee tea bread cheese soup rice pasta pizza salad chicken fish cake chocolate apple banana orange tomato potato onion garlic
  carrot pepper cucumber lettuce spinach broccoli cabbage mushroom bean lentil pea corn pumpkin aubergine courgette celery leek
  beetroot radish asparagus artichoke avocado lemon lime grape cherry strawberry raspberry blueberry blackberry peach plum apricot
  pear melon watermelon pineapple mango papaya kiwi fig date olive walnut almond hazelnut peanut cashew pistachio chestnut raisin
  honey jam butter cream yoghurt milk egg bacon ham sausage steak beef pork lamb turkey duck salmon tuna trout cod shrimp lobster
  crab oyster mussel squid noodle dumpling pancake waffle muffin cookie biscuit pie tart pudding custard sorbet icecream caramel
  vanilla cinnamon ginger nutmeg basil oregano thyme rosemary parsley mint dill saffron turmeric paprika mustard ketchup vinegar
  mayonnaise hummus falafel curry stew casserole lasagna risotto paella burrito taco sandwich burger omelette porridge cereal
  granola wine beer cider juice lemonade cocoa whisky rum gin champagne smoothie broth sourdough baguette croissant pretzel bagel
`);

export const animals = wordList(`
  dog cat bird horse cow sheep goat pig hen rooster rabbit hamster mouse turtle goldfish parrot canary pigeon sparrow robin crow
  owl eagle hawk falcon swan goose stork heron flamingo penguin seagull fox wolf bear deer boar squirrel hedgehog badger otter
  beaver bat frog toad lizard snake spider bee wasp butterfly beetle ant cricket snail worm lion tiger leopard elephant giraffe
  zebra monkey gorilla kangaroo koala camel donkey pony calf foal kitten puppy lobster whale dolphin seal shark octopus jellyfish
`);
