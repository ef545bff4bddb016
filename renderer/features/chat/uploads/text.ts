import { TEXT as SHARED } from '../text.ts'

/** Files to send, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  attachedFiles: 'Attached files',
  removeFile: (name: string) => `Remove ${name}`,
  reviewFiles: 'Review and send',
  dropFiles: 'Drop files to attach them',
  lostFiles: 'Your files couldn’t be kept when the page was closed. Attach them again:',
  takenOut: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} was taken out.` : `${names.length} files were taken out.`,
  sendFilesTitle: 'Send files',
  addFiles: 'Add more',
  captionPlaceholder: 'Add a message',
  uploads: 'Uploads',
  uploading: (name: string) => `Uploading ${name}`,
  preparing: 'Preparing',
  waitingToUpload: 'Waiting',
  cancelUpload: (name: string) => `Cancel ${name}`,
  editUpload: 'Edit',
  uploadFailed: 'Not sent.',
  notSentCount: (count: number) => `${count} messages were not sent.`,
  tryAllAgain: 'Try all again',
} as const
