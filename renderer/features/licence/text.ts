export const TEXT = {
  expires: 'Expires',
  holder: 'Holder',
  noHolder: 'No licence was uploaded yet',
  seats: 'Seats',
  seatsOf: (used: number, seats: number | null) =>
    seats === null ? `${used} used` : `${used} used of ${seats}`,
  seatsHint: 'Everybody who is active takes a seat.',
  tooMany: (count: number) =>
    count === 1
      ? '1 more person is active than the licence has seats.'
      : `${count} more people are active than the licence has seats.`,
  ended: 'The licence has ended.',
  uploaded: (by: string, at: string) => `Uploaded by ${by}, ${at}`,
  upload: 'Upload a licence file',
  noKey:
    'This server was started without the key by which licences are checked, so that none can be uploaded.',
  tooLarge: 'This is no licence file: it is too large.',
  taken: 'The licence was taken over.',
  loading: 'Loading the licence',
  failed: 'The licence could not be loaded.',
} as const
