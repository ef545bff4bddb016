import { hueOf } from '#shared/domain/initials.ts'

/** How many avatar colours there are; UserAvatar.module.css has their values. */
const AVATAR_COLOURS = 10

/** Which of the avatar colours a label has: always the same for the same label (spec 2 §3). */
export function colourOf(label: string): number {
  return hueOf(label.trim()) % AVATAR_COLOURS
}

/** A person's role and area, as they stand beside a name to tell people of one name apart; '' without both. */
export const roleAndArea = ({
  role = '',
  areaName = '',
}: {
  role?: string | undefined
  areaName?: string | undefined
}): string => [role, areaName].filter((part) => part !== '').join(' · ')
