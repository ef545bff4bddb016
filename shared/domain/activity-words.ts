import type { ActivityName } from './activity.ts'

/** What people call the activities; the documents' names are for the wire. */
export const ACTIVITY_LABELS: Readonly<Record<ActivityName, string>> = {
  INACTIVE: 'Away',
  AVAILABLE: 'Available',
  PERSONAL: 'Personal time',
  'SYSTEM ISSUES': 'System issues',
  MEETING: 'Meeting',
  BREAK: 'Break',
  'PROJECT BRIEF': 'Project brief',
  'FEEDBACK SESSION': 'Feedback session',
  RECEPTION: 'Reception',
  'INPUTING COACHING': 'Inputting coaching',
  CODING: 'Coding',
  QUAL: 'Qual',
  'HELP LINE': 'Help line',
  TRAINING: 'Training',
}
