/** Reports that the page has not started, where its modules do not run. Written so that any browser can read it. */

function showOutdated() {
  var place = document.getElementById("outdated");
  if (place) place.removeAttribute("hidden");
}

function checkBegun() {
  window.onerror = null; // later errors are not a matter of the browser's age
  if (!("began" in window)) showOutdated();
}

window.onerror = showOutdated;
window.onload = checkBegun;
