import { readWorld } from './read-world.js';
import { choir } from './worlds/choir.js';
import { diary } from './worlds/diary.js';
import { family } from './worlds/family.js';
import { freelancer } from './worlds/freelancer.js';
import { office } from './worlds/office.js';
import { oncall } from './worlds/oncall.js';
import { shop } from './worlds/shop.js';

const sets = { office, family, shop, oncall, choir, diary, freelancer };

export const worlds = Object.entries(sets).map(([world, lines]) => readWorld(world, lines));
