export const TEXT = {
  title: 'Skills',
  deactivate: 'Deactivate',
  activate: 'Activate',
  merge: 'Merge into…',
  mergeTitle: (name: string) => `Merge ‘${name}’`,
  mergeExplained:
    'Who has it gets the other skill instead, at the better of both levels. This one becomes inactive. That can’t be undone.',
  into: 'Into',
  cancel: 'Cancel',
  doMerge: 'Merge',
  merged: (name: string) => `Merged into ‘${name}’`,
  choose: 'Choose a skill',
} as const
