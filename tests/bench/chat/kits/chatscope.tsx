import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css'
import { Message, MessageList } from '@chatscope/chat-ui-kit-react'
import { kitOf } from './state.tsx'

export const chatscope = kitOf(
  ({ id, text, mine, at }) => ({
    id,
    model: {
      message: text,
      sentTime: at.toISOString(),
      sender: mine ? 'Jamie' : 'Priya',
      direction: mine ? ('outgoing' as const) : ('incoming' as const),
      position: 'single' as const,
    },
  }),
  (messages) => (
    <MessageList style={{ height: '100%' }}>
      {messages.map(({ id, model }) => (
        <Message key={id} model={model} />
      ))}
    </MessageList>
  ),
)
