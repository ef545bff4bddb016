export const SCRATCH_PAD_TEXT = {
  title: 'Scratch pad',
  placeholder: 'A place for whatever you need to remember. It is saved as you type.',
  popOut: 'Open in a window of its own',
  loading: 'Loading your scratch pad',
  saved: 'Saved',
  saving: 'Saving',
  unsaved: 'Kept on this device',
  offline: 'Your scratch pad could not be fetched. What you write is kept here and joined with it later.',
  merged: 'It was also written in another window: both texts are here.',
} as const
