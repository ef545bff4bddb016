/** Why somebody can't be allocated (spec 4 §4.5.2), by rule. */
export const ALLOCATION_WORDS = {
  SKILL: ({ name, skill }: { readonly name: string; readonly skill: string }) =>
    `${name} lacks the skill ${skill}.`,
  OFF_SHIFT: ({ name }: { readonly name: string }) => `${name} is not on shift then.`,
  MAXIMUM: ({ project, people }: { readonly project: string; readonly people: number }) =>
    `${project} has its maximum of ${people} ${people === 1 ? 'person' : 'people'}.`,
  HOURS: ({ project }: { readonly project: string }) => `Outside the calling hours of ${project}.`,
  NOT_LIVE: ({ project }: { readonly project: string }) => `${project} is not live.`,
} as const
