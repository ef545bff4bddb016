import type { PersonDetails } from '#shared/contract/admin-users.ts'

/** Somebody whose panel tests open. */
export const ANN: PersonDetails = {
  ...{ id: 7, version: 1, displayName: 'Ann Ash', userName: 'ann', userType: 'INTERVIEWER' },
  ...{ roles: 'Interviewer', areaName: 'Leeds', managerName: 'Tom', agencyName: null },
  ...{ contractTypeName: 'Permanent', status: 'ACTIVE', lastSignInAt: '2026-05-04T12:00:00.000Z' },
  ...{ email: 'ann@mail.example', hasTwoFactor: true, companionDevice: null, isLocked: false },
  ...{ sessions: 2, startDate: '2026-02-03', mobile: '', payrollNumber: null, weeklyHours: 37.5 },
  ...{ workLocation: 'HOME', legalName: 'Anna Ash', knownAs: '', jobTitle: 'Interviewer', areaID: 1 },
  ...{
    managerID: 2,
    agencyID: null,
    contractTypeID: 1,
    skills: [],
    limitedToAreas: [],
    languages: ['Welsh', 'English'],
  },
  roleList: [{ id: 1, name: 'Interviewer', isByHand: true }],
  ...{ coreHours: '', availability: '', isOptedOut48: false, leaveDate: null, leaveReason: null },
  ...{ leaving: null, suspendReason: '', suspendedUntil: null, lockReason: '', mustChangePassword: false },
  ...{ isUnreached: false, emailUnreachedAt: null },
  signInMethod: 'PASSWORD',
} as const
