/** The groups of modules (spec 1 §2.5). */
export const MODULE_GROUPS = [
  'connect-plus',
  'interviewer-manager',
  'tracker',
  'resource',
  'supervisor',
  'recruitment',
  'training',
  'hr',
  'agency',
  'admin',
  'support',
  'gamification',
  'research',
  'finance',
  'job-orders',
  'sense',
  'task',
  'room',
] as const
export type ModuleGroup = (typeof MODULE_GROUPS)[number]
