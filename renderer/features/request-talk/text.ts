export const TEXT = {
  open: 'Conversation',
  title: (what: string) => `Conversation: ${what}`,
  loading: 'Opening the conversation',
  failed: 'The conversation could not be opened.',
} as const
