export const TOUR_TEXT = {
  broken: 'This tour cannot be shown: its stops could not be read.',
  end: 'End the tour',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  place: (stop: number, of: number) => `${stop} of ${of}`,
} as const
