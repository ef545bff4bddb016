import { Menu } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useChatMode } from './mode-context.tsx'
import { TEXT } from './text.ts'
import { useChatPopOut } from './use-pop-out.ts'

/** What the Chats menu offers about the chat's own window; nothing where the popout UI is hidden (spec 2 §2). */
export function PopOutMenuItems() {
  const { offersPopOut } = useChatMode()
  const popOut = useChatPopOut()
  if (!offersPopOut) return null
  return (
    <>
      <Menu.CheckboxItem checked={popOut.always} onChange={popOut.setAlways}>
        {TEXT.alwaysPopOut}
      </Menu.CheckboxItem>
      <Menu.Item leftSection={<IconExternalLink size={16} stroke={1.8} />} onClick={popOut.open}>
        {TEXT.newInstance}
      </Menu.Item>
    </>
  )
}
