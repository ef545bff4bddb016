/** Unregisters every service worker of this origin: an older build may have left one (spec 1 §4.2). Never rejects. */
export async function unregisterServiceWorkers(
  container: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined,
): Promise<void> {
  try {
    const registrations = (await container?.getRegistrations()) ?? []
    await Promise.all(registrations.map((registration) => registration.unregister()))
  } catch {
    // Where the browser doesn't allow service workers there is none.
  }
}
