/**
 * What the page does once scripts run: draws the live charts over the still ones, in the colours the reader's system
 * asks for, and hides the cells that are unticked in charts and tables alike. A chart that fails keeps its picture.
 */
export const PAGE_SCRIPT = `(function () {
  'use strict';
  var given = JSON.parse(document.getElementById('charts').textContent);
  var dark = window.matchMedia ? window.matchMedia('(prefers-color-scheme: dark)') : { matches: false };
  var box = document.getElementById('cells');
  var hidden = {};

  function dressed(value) {
    if (typeof value === 'string') return dark.matches && given.dark[value] ? given.dark[value] : value;
    if (Array.isArray(value)) return value.map(dressed);
    if (value === null || typeof value !== 'object') return value;
    var copy = {};
    Object.keys(value).forEach(function (key) {
      var part = value[key];
      if (key === 'values' && Array.isArray(part)) part = part.filter(function (row) {
        return row === null || typeof row !== 'object' || !hidden[row.cell];
      });
      copy[key] = dressed(part);
    });
    return copy;
  }

  function draw() {
    given.charts.forEach(function (chart) {
      var figure = document.getElementById(chart.name);
      var options = {
        renderer: 'svg',
        actions: { export: true, source: false, compiled: false, editor: false },
        downloadFileName: chart.name,
        tooltip: { theme: dark.matches ? 'dark' : 'light' }
      };
      window.vegaEmbed(figure.querySelector('.live'), dressed(chart.spec), options).then(
        function () { figure.classList.add('drawn'); },
        function () { figure.classList.remove('drawn'); }
      );
    });
  }

  if (box) {
    box.hidden = false;
    box.addEventListener('change', function (event) {
      var cell = event.target.getAttribute('data-cell');
      hidden[cell] = !event.target.checked;
      Array.prototype.forEach.call(document.querySelectorAll('tr[data-cell="' + cell + '"]'), function (row) {
        row.hidden = hidden[cell];
      });
      draw();
    });
  }
  if (dark.addEventListener) dark.addEventListener('change', draw);
  draw();
})();`;
