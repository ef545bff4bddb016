/** What people are at the company (spec 5 §3.1), by the name that tokens carry. */
export const USER_TYPES = {
  INTERVIEWER: 'Interviewer',
  SUPERVISOR: 'Supervisor',
  RESOURCE: 'Resource planner',
  RECRUITER: 'Recruiter',
  TRAINER: 'Trainer',
  HR: 'HR',
  AGENCY: 'Agency',
  FINANCE: 'Finance',
  RESEARCH: 'Research',
  ADMIN: 'Administrator',
  SUPPORT: 'Support',
  EXTERNAL: 'External',
} as const
