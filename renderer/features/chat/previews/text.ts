import { TEXT as SHARED } from '../text.ts'

/** Previews of files, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  previewUnsupported: 'Preview is not supported for this type',
  fileNotAvailable: 'File not available',
  loadFailed: "It couldn't be loaded.",
  fullSizeFailed: "The full size couldn't be loaded. This is the small one.",
  zoomIn: 'Actual size',
  zoomOut: 'Fit to window',
  onlyBeginning: 'Only the beginning is shown. Download the file to see all of it.',
  sheets: 'Sheets',
  emptySheet: 'This sheet is empty.',
  /** Both with their unit. */
  textShown: (shown: string, all: string) => `The first ${shown} of ${all}`,
  showMore: 'Show more',
  fileTooLarge: 'This file is too large to be shown here.',
  fileBroken: 'This file cannot be shown. It may be damaged.',
} as const
