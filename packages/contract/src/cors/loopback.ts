/** Whether a host is this machine: `localhost`, `*.localhost`, `127.0.0.0/8`, `[::1]` (Secure Contexts §3.1). */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(?:\.[0-9]{1,3}){3}$/.test(host)
  )
}
