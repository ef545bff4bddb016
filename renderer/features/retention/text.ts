export const TEXT = {
  loading: 'Loading',
  failed: 'The legal holds could not be loaded.',
  preview: 'What goes the next night, once this is saved',
  notYet: 'This version keeps no such records.',
  goes: (count: number, held: number) => {
    const goes = count === 1 ? '1 record' : `${count} records`
    return held === 0 ? `${goes}.` : `${goes}; legal holds keep ${held} more.`
  },
  holds: 'Legal holds',
  holdsLead: 'Everything of these people and projects stays until the hold is lifted.',
  noHolds: 'There is no legal hold.',
  place: 'Place a hold',
  lift: 'Lift',
  liftTitle: 'Lift this hold?',
  liftText: (name: string) => `What has passed its age of ${name} goes the next night.`,
  liftNo: 'Keep it',
  by: (name: string) => `by ${name}`,
  find: 'Person or project',
  findHint: 'Two letters of the name',
  choose: 'Choose',
  reason: 'Reason',
  placed: 'The hold is placed.',
  lifted: 'The hold is lifted.',
} as const
