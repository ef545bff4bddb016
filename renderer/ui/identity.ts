import { hueOf } from '#shared/domain/initials.ts'

/** How many avatar colours there are; UserAvatar.module.css has their values. */
export const AVATAR_COLOURS = 10

/** Which of the avatar colours a label has: always the same for the same label (spec 2 §3). */
export function colourOf(label: string): number {
  return hueOf(label.trim()) % AVATAR_COLOURS
}
