import { expect, test } from 'vitest';
import type { System, SystemModule } from '../../src/game/index.ts';
import { helpReply } from '../../src/host/features/rules-and-help.ts';
import { overland } from '../../src/systems/overland/index.ts';
import { roadToRichmond } from '../../src/systems/road-to-richmond/index.ts';
import { readFiles } from '../games/files.ts';

const assets = new URL('../../assets', import.meta.url).pathname;

const loaded = (module: SystemModule) => module.load(readFiles(assets, module)) as System;

test('/help names /plan where there are plans', () => {
  expect(helpReply([], loaded(roadToRichmond), true).text).toContain('- `/plan` gives many orders in one line');
  expect(helpReply([], loaded(overland), true).text).not.toContain('/plan');
});
