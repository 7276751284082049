using Microsoft.AspNetCore.Mvc;

namespace Products.Catalog;

/// <summary><c>GET /Product</c>: asynchronous all the way.</summary>
[ApiController]
[Route("[controller]")]
public sealed class ProductController(ProductRepository products) : ControllerBase
{
    [HttpGet]
    public async Task<IEnumerable<Product>> List(string category = "all") => await products.ListAsync(category);

    [HttpGet("{id:int}")]
    public async Task<ActionResult<Product>> Find(int id) => await products.FindAsync(id) is { } found ? found : NotFound();
}
