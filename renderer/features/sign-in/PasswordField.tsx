import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconArrowBigUpLine } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './SignInForm.module.css'
import { SIGN_IN_TEXT } from './text.ts'

/** A password that can be shown, and that points out Caps Lock. Out of the tab order while `hidden`. */
export function PasswordField({ hidden = false, ...props }: PasswordInputProps & { hidden?: boolean }) {
  const [capsLock, setCapsLock] = useState(false)
  const hintID = useId()
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const tabIndex = hidden ? -1 : 0
  return (
    <div>
      <PasswordInput
        {...props}
        tabIndex={tabIndex}
        size="md"
        maxLength={undefined}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLock(false)}
        visibilityToggleButtonProps={{ 'aria-label': SIGN_IN_TEXT.showPassword, tabIndex }}
        aria-describedby={capsLock ? hintID : undefined}
      />
      <div role="status">
        {capsLock && !hidden ? (
          <p id={hintID} className={styles.capsLock}>
            <IconArrowBigUpLine size={16} aria-hidden="true" />
            {SIGN_IN_TEXT.capsLock}
          </p>
        ) : null}
      </div>
    </div>
  )
}
