import 'react-chat-elements/dist/main.css'
import { createRef } from 'react'
import { MessageList } from 'react-chat-elements'
import { kitOf } from './state.tsx'

const list = createRef<HTMLDivElement>()

export const elements = kitOf(
  ({ id, text, mine, at }) => ({
    id,
    type: 'text',
    position: mine ? 'right' : 'left',
    title: mine ? 'Jamie' : 'Priya',
    text,
    date: at,
  }),
  (messages) => (
    <div style={{ height: '100%', overflow: 'auto' }}>
      <MessageList
        referance={list}
        className="list"
        lockable={false}
        toBottomHeight="100%"
        dataSource={messages as never}
      />
    </div>
  ),
)
