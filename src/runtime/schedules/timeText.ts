/** A moment as people read it in their language: `Thursday, 24 December 2026 at 18:00 (Europe/Berlin)`. */
export function timeText(at: number, zone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return `${format.format(at)} (${zone})`;
}
