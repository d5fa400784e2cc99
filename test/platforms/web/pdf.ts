/** A PDF of pages with lines of text (letters, digits, spaces), in its plainest form. */
export function makePdf(pages: readonly (readonly string[])[], info: { readonly title?: string } = {}): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  pages.forEach((lines, i) => {
    const moves = lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ');
    const stream = `BT /F1 12 Tf 20 700 Td ${moves} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + i * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  add(`<< /Title (${info.title ?? ''}) >>`);
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer ${trailer}\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}
