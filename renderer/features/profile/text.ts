export const PICTURE_DIALOG_TEXT = {
  title: 'Update my picture',
  lead: 'A PNG, JPEG or WebP file of 5 MB at most.',
  choose: 'Choose a picture',
  preview: 'Your new picture',
  upload: 'Upload',
  cancel: 'Cancel',
  progress: 'Upload progress',
  updated: 'Your picture is updated.',
  lock: 'a picture is being uploaded',
} as const
