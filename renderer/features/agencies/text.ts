export const TEXT = { title: 'Agencies' } as const
