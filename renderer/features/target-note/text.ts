export const TEXT = {
  target: (value: string) => `target ${value}`,
  reached: (label: string, target: string, now: string) => `${label}: target ${target}, now ${now}`,
} as const
