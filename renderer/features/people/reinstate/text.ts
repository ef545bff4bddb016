export const TEXT = {
  title: 'Reinstate users',
  reinstate: 'Reinstate',
  reinstateTitle: (name: string) => `Reinstate ${name}`,
  text: 'Their messages and history are still theirs. They get an invitation by mail; no session, device, credential or second factor comes back.',
  noMail:
    'They have no e-mail address, so no invitation can be sent. Give them a temporary password afterwards.',
  startDate: 'Start date',
  contractType: 'Contract type',
  noContract: 'None',
  area: 'Area',
  manager: 'Manager',
  roles: 'Roles that they held. Confirm each that they are to have again.',
  noRoles: 'They held no role that is still there.',
  done: (name: string) => `${name} works here again.`,
  facts: { left: 'Left on', reason: 'Reason', by: 'Deactivated by', due: 'Erasure due', roles: 'Roles held' },
} as const
