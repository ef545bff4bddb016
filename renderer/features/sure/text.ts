export const TEXT = {
  type: (count: number) => `Type ${count} to go on`,
  notTyped: (count: number) => `This is for ${count}. Type ${count} to go on.`,
  cancel: 'Cancel',
}
