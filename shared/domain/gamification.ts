import type { GamificationLevel } from '../contract/gamification.ts'

/** Points for what a person does. The documents give none; these are ours. */
export const XP_PER_MESSAGE = 2
export const XP_PER_WORKED_DAY = 20
/** Each level takes this many points more than the previous one. */
const XP_STEP = 250

const LEVEL_NAMES = [
  'Newcomer',
  'Listener',
  'Prober',
  'Scout',
  'Pathfinder',
  'Fieldhand',
  'Navigator',
  'Trailblazer',
  'Master of the field',
] as const

/** Points at which a level begins: 0, 250, 750, 1500 … */
export const levelStart = (level: number): number => (XP_STEP * (level - 1) * level) / 2

/** A level's name; all levels above the last name share it. */
export const levelName = (level: number): string =>
  LEVEL_NAMES[Math.min(level, LEVEL_NAMES.length) - 1] ?? LEVEL_NAMES[0]

/** The level for so many points (spec 1 §3). There is no highest level. */
export function levelOf(userID: number, currentXP: number): GamificationLevel {
  let level = 1
  while (levelStart(level + 1) <= currentXP) level++
  return {
    name: levelName(level),
    level,
    previousLevelXP: levelStart(level),
    nextLevelXP: levelStart(level + 1),
    currentXP,
    userID,
  }
}

/** A person's place in the game as the shell shows it (spec 1 §3). */
export interface GamificationProfile {
  readonly currentLevel: GamificationLevel
  /** The done part of the level, from 0 to 1. */
  readonly progress: number
}

/** The profile of a level. A level that needs no points counts as not begun. */
export function profileOf(currentLevel: GamificationLevel): GamificationProfile {
  const { previousLevelXP, nextLevelXP, currentXP } = currentLevel
  const width = nextLevelXP - previousLevelXP
  const progress = width > 0 ? (currentXP - previousLevelXP) / width : 0
  return { currentLevel, progress: Math.min(1, Math.max(0, progress)) }
}
