/** A microphone or loudspeaker as browsers list it; the label is empty until access was given. */
export interface AudioDevice {
  readonly kind: 'audioinput' | 'audiooutput'
  readonly label: string
  /** The same for all devices in one housing. */
  readonly groupId: string
}

/** Chromium ends the label of a USB device with its vendor's and its product's number. */
const USB_NUMBERS = /\([0-9a-f]{4}:[0-9a-f]{4}\)/i

export function isUSB({ label }: Pick<AudioDevice, 'label'>): boolean {
  return USB_NUMBERS.test(label) || /\busb\b/i.test(label)
}

/**
 * The USB headset among the devices, else null. It is a USB microphone with a loudspeaker in the same
 * housing, which a webcam hasn't got, or a device that calls itself a headset.
 */
export function usbHeadset(devices: readonly AudioDevice[]): AudioDevice | null {
  const speakers = new Set(
    devices.filter(({ kind, groupId }) => kind === 'audiooutput' && groupId !== '').map((one) => one.groupId),
  )
  const isHeadset = (device: AudioDevice) =>
    device.kind === 'audioinput' &&
    isUSB(device) &&
    (speakers.has(device.groupId) || /head(set|phone)/i.test(device.label))
  return devices.find(isHeadset) ?? null
}
